import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ChainDownError } from './chain-port.ts';
import { createRpc, RpcRefusal } from './chain-rpc.ts';

type Reply = (response: http.ServerResponse) => void;

let reply: Reply = () => {};
let asked = 0;
let url: string;
const server = http.createServer((request, response) => {
  asked += 1;
  request.resume();
  reply(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = 0;
});

const Height = z.object({ height: z.number() });
const says =
  (body: unknown): Reply =>
  (response) =>
    void response.end(JSON.stringify(body));
/** Asks with the time limit of the product, so that a busy machine is not taken for a silent node. */
const ask = (rpc = createRpc({ url: async () => url })) => rpc('chain_get_block', {}, Height);

test("a node's answer is read, as far as it is used", async () => {
  reply = says({ jsonrpc: '2.0', id: 1, result: { height: 7, surprise: true } });
  expect(await ask()).toEqual({ height: 7 });
});

test('a no of the node keeps its code and its reason', async () => {
  reply = says({ error: { code: -32008, message: 'Invalid Deploy', data: 'the deploy was invalid: expired' } });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RpcRefusal);
  expect(error).toMatchObject({ code: -32008, reason: 'the deploy was invalid: expired' });
});

const USELESS: ReadonlyArray<readonly [name: string, reply: Reply]> = [
  ['never answers', () => {}],
  ['begins to answer and stops', (response) => void response.write('{"result":')],
  ['hangs up', (response) => void response.destroy()],
  ['answers nothing', (response) => void response.end()],
  ['answers a page', (response) => void response.end('<html>busy</html>')],
  ['answers a number', says(7)],
  ['answers no result', says({ jsonrpc: '2.0', id: 1 })],
  ['answers a value of another kind', says({ result: { height: 'seven' } })],
  ['answers an error that is none', says({ error: 'no' })],
  ['answers more than a megabyte', says({ result: { height: 7, more: 'x'.repeat(1_100_000) } })],
];

describe('T11: a node that is of no use', () => {
  test.each(USELESS)('%s', async (_, useless) => {
    reply = useless;
    await expect(ask(createRpc({ url: async () => url, timeoutMs: 200 }))).rejects.toThrow(ChainDownError);
  });

  test('sends elsewhere, where there would be an answer', async () => {
    reply = (response) => {
      if (asked > 1) says({ result: { height: 1 } })(response);
      else response.writeHead(307, { location: `${url}/elsewhere` }).end();
    };
    await expect(ask()).rejects.toThrow(ChainDownError);
    expect(asked).toBe(1);
  });

  test('that is not there is told as down', async () => {
    const rpc = createRpc({ url: async () => 'http://127.0.0.1:1/rpc' });
    await expect(ask(rpc)).rejects.toThrow(ChainDownError);
  });

  test('after five failures is left alone for ten seconds, and then asked again', async () => {
    let clock = 0;
    let failures = 0;
    const rpc = createRpc({ url: async () => url, clock: () => clock, onFailure: () => void (failures += 1) });
    reply = (response) => void response.end('no');
    for (let count = 0; count < 9; count += 1) await expect(ask(rpc)).rejects.toThrow(ChainDownError);
    expect([asked, failures]).toEqual([5, 5]);
    clock = 10_001;
    reply = says({ result: { height: 1 } });
    expect(await ask(rpc)).toEqual({ height: 1 });
    expect(await ask(rpc)).toEqual({ height: 1 });
  });

  test('is not one that says no', async () => {
    const rpc = createRpc({ url: async () => url });
    reply = says({ error: { code: -32000, message: 'No such deploy' } });
    for (let count = 0; count < 9; count += 1) await expect(ask(rpc)).rejects.toThrow(RpcRefusal);
    expect(asked).toBe(9);
  });
});
