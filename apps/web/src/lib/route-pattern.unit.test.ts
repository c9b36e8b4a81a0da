import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseByRouter } from 'regexparam';
import { describe, expect, it } from 'vitest';
import { parse } from './route-pattern.ts';

const routes = readFileSync(path.join(import.meta.dirname, '../routes.tsx'), 'utf8');
const patterns = [...routes.matchAll(/'(\/[^']*)'/g)].map(([, pattern]) => pattern!);

describe('patterns of routes', () => {
  it('are read as the router reads them', () => {
    expect(patterns.length).toBeGreaterThan(20);
    const addresses = ['/', '/start/', '/app/start/ROI', '/App/VerifyCode/ROI/+880', '/App/proposal', '/x/y/z', '/App'];
    for (const pattern of patterns) {
      const own = parse(pattern);
      const routers = parseByRouter(pattern);
      expect(own.keys).toEqual(routers.keys);
      for (const address of [...addresses, pattern.replaceAll(/:\w+\??/g, 'a%20b')]) {
        expect([pattern, address, own.pattern.exec(address)?.slice(1)]).toEqual([
          pattern,
          address,
          routers.pattern.exec(address)?.slice(1),
        ]);
      }
    }
  });
});
