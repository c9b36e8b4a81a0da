import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type HttpRequest, loadOverHttp } from './http-load.ts';
import type { Crowd } from './investing.ts';
import type { Claim } from './measure.ts';
import { CONNECTIONS } from './reading.ts';
import { withBareServer } from './server.ts';

const REQUIRED = 1 / 30;

/**
 * Visits of people signed in, one person after the other: a visit is all answers that Home asks for before its app is there, and the bare
 * server sends the bytes of one visit in as many answers. @throws Error when the web app is not built or an answer is no success
 */
export async function reportHome(
  { books, people }: Crowd,
  url: string,
  report: (claim: Claim) => Promise<void>,
): Promise<void> {
  const asks = await asksOfHome(url);
  const visits = people.map(({ token }) => asks.map((address) => requestOf(address, token)));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-bench-'));
  const files = await Promise.all(
    (visits[0] ?? []).map(async (request, index) => {
      const file = path.join(folder, String(index));
      fs.writeFileSync(file, await bytesOf(url, request));
      return file;
    }),
  );
  const size = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  const side = (name: string, at: string) => ({
    name,
    measure: async (seconds: number) =>
      (await loadOverHttp({ url: at, connections: CONNECTIONS, seconds, requests: visits.flat() })) / asks.length,
  });
  try {
    await withBareServer(files, (bare) =>
      report({
        title: `the ${asks.length} first answers of Home, each person in turn, ${CONNECTIONS} connections, ${books.kind}, ${(size / 1024).toFixed(1)} KB`,
        unit: 'visits/s',
        above: side('product', url),
        below: side('bare node:http', bare),
        required: Number(REQUIRED.toFixed(3)),
      }),
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The addresses that the document of Home names to a browser that says it is signed in. */
async function asksOfHome(url: string): Promise<string[]> {
  const document = await (await fetch(new URL('/App/Home', url), { headers: { cookie: 'signed-in=1' } })).text();
  const named = /data-asks="([^"]*)"/.exec(document)?.[1];
  if (named === undefined) throw new Error('Home asks for nothing early; is the web app built (npm run build)?');
  const plain = named.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  return (JSON.parse(plain) as { asks: string[] }).asks;
}

/** A request as `ask-early.ts` makes it. */
const requestOf = (address: string, token: string): HttpRequest => ({
  method: 'GET',
  path: address,
  headers: { accept: 'application/json', 'accept-language': 'en', authorization: `Bearer ${token}` },
});

async function bytesOf(url: string, request: HttpRequest): Promise<Uint8Array> {
  const answer = await fetch(new URL(request.path, url), { headers: request.headers ?? {} });
  if (!answer.ok) throw new Error(`${request.path} was answered ${answer.status}`);
  return answer.bytes();
}
