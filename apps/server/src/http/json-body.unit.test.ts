import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import { readJsonBodies } from './json-body.ts';

/** The most bytes that a stranger may send. */
const BYTES = 64 * 1024;

let app: FastifyInstance;
beforeAll(() => {
  app = fastify({ bodyLimit: 4 * 1024 * 1024 });
  app.setErrorHandler(handleError);
  readJsonBodies(app);
  app.post('/', async (request) => ({ body: request.body ?? null }));
});
afterAll(() => app.close());

async function read(payload: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<{ readonly body?: unknown }>().body };
}

test('R7.1: a number with an exponent or three decimals stays as written, strings and other numbers as they are', async () => {
  const written = String.raw`{"1e3":1e3,"b":-1.50E+2,"c":[10.000,-0.125,1.25,7,0],"d":"1e3, 2.000 \" 3.000","e":"\\","f":1e0}`;
  expect(await read(written)).toEqual({
    status: 200,
    body: {
      '1e3': '1e3',
      b: '-1.50E+2',
      c: ['10.000', '-0.125', 1.25, 7, 0],
      d: '1e3, 2.000 " 3.000',
      e: '\\',
      f: '1e0',
    },
  });
});

test.each(['1e', '1e+', '1.', '1.e3', '-', '1e3.5', '1.5.000', '"\\', '"a\\\n', '"1e3', '1e3"'])(
  '%j beside an exponent is no JSON',
  async (text) => {
    expect(await read(`{"a":1e5,"b":${text}}`)).toMatchObject({ status: 400 });
  },
);

test.each(['1', '-', '\\"', '"', '1.', '1e', '1e5', '1.0', '"\\', '\\\n', 'a', ' '])(
  'security 3.6: a body of %j over and over is read or refused at once',
  async (part) => {
    for (const start of ['{"a":1e5,"b":', '{"a":1e5,"b":"']) {
      const text = start + part.repeat(BYTES / part.length);
      const began = performance.now();
      expect(await read(text)).toMatchObject({ status: 400 });
      expect(performance.now() - began).toBeLessThan(1000);
    }
  },
);

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])(
  'security 1.3: %s in itself more often than any request is refused before anything walks through it',
  async (open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    expect(await read(nested(30))).toMatchObject({ status: 200 });
    for (const levels of [40, 10_000, 200_000]) {
      expect(await read(`{"a":[1,${nested(levels)}]}`)).toMatchObject({ status: 400 });
    }
  },
);

test('security 1.8: a list may be long, an object has no more names than any form', async () => {
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1])));
  expect(await read(JSON.stringify(Array.from({ length: 100_000 }, () => ({}))))).toMatchObject({ status: 200 });
  expect(await read(names(900))).toMatchObject({ status: 200 });
  expect(await read(`[${names(1100)}]`)).toMatchObject({ status: 400 });
});
