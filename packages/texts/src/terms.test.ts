import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import ar from '../ar/people.json' with { type: 'json' };
import be from '../be/people.json' with { type: 'json' };
import en from '../en/people.json' with { type: 'json' };
import { TERMS_VERSION } from './terms.ts';

test('the terms have a new version when their words change', () => {
  const words = [en, be, ar].flatMap((texts) =>
    Object.entries(texts).filter(([key]) => key.startsWith('identity.terms.')),
  );
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  expect({ version: TERMS_VERSION, hash }).toEqual({ version: '2026-12-02', hash: 'b21483d8f93a30d2' });
});
