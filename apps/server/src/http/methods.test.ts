import { ENDPOINTS } from '@sathi/contract/all.ts';
import { expect, test } from 'vitest';
import { refusal } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();

/** An address of each call, with something in place of each part. */
const addressOf = ({ path }: { readonly path: string }) => path.replaceAll(/:\w+/g, '1');

test('an address answers a method that it does not have with 405 and those that it has', async () => {
  for (const [method, url, allow] of [
    ['PUT', '/api/borrow/backProposal', 'POST'],
    ['GET', '/api/borrow/backProposal', 'POST'],
    ['OPTIONS', '/api/mfi/all', 'GET, HEAD'],
    ['PUT', '/api/campaign', 'DELETE, GET, HEAD, PATCH, POST'],
    ['PUT', '/api/campaign/', 'DELETE, GET, HEAD, PATCH, POST'],
    ['DELETE', '/api/users/1?x=/api/nothing', 'GET, HEAD, PUT'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['QUERY', '/api/mfi/stats', 'GET, HEAD'],
    // `closing` and `export` are not taken for the id of `/api/users/:id`, which has a PUT.
    ['PUT', '/api/users/closing', 'GET, HEAD'],
    ['PUT', '/api/users/export/?x=1', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/users/export.zip', 'GET, HEAD'],
  ] as const) {
    const answer = await world.call(method, url);
    expect([url, refusal(answer), answer.headers['allow']]).toEqual([url, '405 method_not_allowed', allow]);
    expect(answer.headers['x-content-type-options'], `${method} ${url}`).toBe('nosniff');
  }
  for (const url of ['/api/borrow/nothing', '/api/users/1/2']) {
    const answer = await world.call('PUT', url);
    expect([refusal(answer), answer.headers['allow']]).toEqual(['404 not_found', undefined]);
  }
});

test('no address of the contract answers 404 for its method', async () => {
  const addresses = new Map(ENDPOINTS.map((call) => [addressOf(call), call]));
  for (const address of addresses.keys()) {
    expect(refusal(await world.call('TRACE', address)), address).toBe('405 method_not_allowed');
  }
});

test('HEAD is answered as GET is, without the body', async () => {
  const as = await world.newPerson({ staffOf: [3] as never });
  for (const call of ENDPOINTS.filter(
    ({ method, gives }) => method === 'GET' && !gives?.includes('text/event-stream'),
  )) {
    const url = addressOf(call);
    const [get, head] = [await world.call('GET', url, { as }), await world.call('HEAD', url, { as })];
    expect([url, head.status, head.body]).toEqual([url, get.status, '']);
    expect([url, head.headers['content-type']]).toEqual([url, get.headers['content-type']]);
  }
});

test('HEAD of the stream of unread counts opens none', async () => {
  const as = await world.newPerson();
  for (let count = 0; count < 20; count += 1) {
    const { status, headers } = await world.call('HEAD', '/api/messages/unread/stream', { as });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
});
