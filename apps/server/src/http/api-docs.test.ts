import { ENDPOINTS } from '@sathi/contract/all.ts';
import { expect, test } from 'vitest';
import { useWorld } from '../test/world.ts';
import { JUDGED_HERE } from './openapi-judgements.ts';

const world = useWorld();
const read = async () => (await world.call('GET', '/api/openapi.json')).body;

test('the OpenAPI document describes every call of the contract as it is on the wire', async () => {
  const document = await read();

  expect(document.openapi).toBe('3.1.0');
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = ENDPOINTS.map(
    (call) => `${call.method} ${call.path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(documented.toSorted()).toEqual(expected.toSorted());

  const { properties } =
    document.paths['/api/borrow/backProposal'].post.responses['201'].content['application/json'].schema;
  expect(properties.data.properties.amount).toEqual({ type: 'number' });
  expect(properties.data.properties.proposal.properties.status.enum).toEqual([1, 2, 3, 4, 5, 6]);
});

test('every reference within the document leads somewhere', async () => {
  const document = await read();
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, path = ''] of references) {
    expect(
      path.split('/').reduce((part, name) => part?.[name], document),
      path,
    ).toBeDefined();
  }
});

test('each call is documented with its statuses, the codes of each, and a request that is right', async () => {
  const { post } = (await read()).paths['/api/borrow/backProposal'];

  const codesOf = (status: number) =>
    post.responses[status].content['application/problem+json'].schema.properties.code.enum;
  expect(Object.keys(post.responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '503',
  ]);
  expect(codesOf(401)).toEqual(['sign_in_required', 'session_ended']);
  expect(codesOf(422)).toContain('amount_above_remaining');
  expect(post.requestBody.content['application/json'].example).toEqual({
    userId: '10',
    proposalId: '169',
    amount: 25,
    anonymous: true,
  });
});

test('a call that may ask for a proof of work, and no other, names the header that carries the answer', async () => {
  const { paths, components } = await read();
  const operations: any[] = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const asks = ({ responses }: any) =>
    JSON.stringify(responses[429].content['application/problem+json']).includes('"challenge_required"');
  const answers = ({ parameters }: any) =>
    parameters.some(({ $ref }: { $ref?: string }) => $ref === '#/components/parameters/challengeAnswer');
  expect(operations.filter(asks).length).toBeGreaterThan(0);
  for (const operation of operations) expect(answers(operation), operation.operationId).toBe(asks(operation));
  expect(components.parameters.challengeAnswer).toMatchObject({ name: 'Challenge-Answer', in: 'header' });
  expect(Object.keys(components.schemas.ChallengeAnswer.properties)).toEqual(['challenge', 'solution']);
});

test('the refresh cookie is documented as needed where it is exchanged, and as left out where it is only read', async () => {
  const { paths } = await read();
  const securityOf = (how: 'rotated' | 'read') =>
    ENDPOINTS.filter(({ refreshCookie }) => refreshCookie === how).map(({ path }) => paths[path].post.security);
  expect(securityOf('rotated')).toEqual([[{ refreshCookie: [] }]]);
  expect(securityOf('read')).toEqual([[{ refreshCookie: [] }, {}]]);
});

test('an answer or a body that is not JSON is documented by its media type', async () => {
  const { paths } = await read();
  const typesOf = (operation: any) => Object.keys(operation.responses[200].content);

  expect(typesOf(paths['/api/mfi/export'].get)).toEqual(['text/csv']);
  expect(typesOf(paths['/api/borrow/statement.csv'].get)).toEqual(['text/csv']);
  expect(typesOf(paths['/api/borrow/calendar.ics'].get)).toEqual(['text/calendar']);
  expect(typesOf(paths['/api/messages/unread/stream'].get)).toEqual(['text/event-stream']);
  expect(typesOf(paths['/files/{folder}/{name}'].get)).toEqual(['image/webp', 'image/avif']);
  expect(Object.keys(paths['/files/{folder}/{name}'].put.requestBody.content)).toContain('image/jpeg');
});

test('each field that is judged by more than its schema is one of its call, and is told in words', async () => {
  const { paths } = await read();
  const operations: any[] = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const judged = operations.filter((operation) => operation['x-judged-here'] !== undefined);
  expect(judged.length).toBe(Object.keys(JUDGED_HERE).length);
  for (const { operationId, description, parameters, requestBody, 'x-judged-here': fields } of judged) {
    const { schema = {} } = requestBody?.content['application/json'] ?? {};
    const forms = [schema, schema.items ?? {}, ...(schema.anyOf ?? [])];
    const names = [
      ...parameters.map(({ name }: { name?: string }) => name),
      ...forms.flatMap(({ properties = {} }) => Object.keys(properties)),
    ];
    for (const field of fields) {
      expect(names, operationId).toContain(field.split('.')[0]);
      expect(description).toContain(`\`${field}\`: `);
    }
  }
});

test('the document gives no example of an idempotency key, which would be one for all calls', async () => {
  expect((await read()).components.parameters.idempotencyKey.example).toBeUndefined();
});

test('the reference is a page that needs nothing from elsewhere', async () => {
  const { status, body } = await world.call('GET', '/api/docs/');
  expect(status).toBe(200);
  expect(body).not.toMatch(/(src|href)="https?:/);
});

test('the reference says that it is a tool for developers', async () => {
  expect((await world.call('GET', '/api/docs/')).body).toContain(
    '<title>Sathi: HTTP interface, for developers</title>',
  );
  expect((await world.call('GET', '/api/docs/static/theme/mark.css')).body).toContain('A tool for developers');
});
