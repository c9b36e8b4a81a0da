import { ENDPOINTS } from '@sathi/contract/all.ts';
import { expect, test } from 'vitest';
import { useWorld } from '../test/world.ts';

const world = useWorld();

test('the OpenAPI document describes every call of the contract as it is on the wire', async () => {
  const { body } = await world.call('GET', '/api/openapi.json');

  expect(body.openapi).toBe('3.1.0');
  const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = ENDPOINTS.map((call) => `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect(documented.toSorted()).toEqual(expected.toSorted());

  const { properties } =
    body.paths['/api/borrow/backProposal'].post.responses['201'].content['application/json'].schema;
  expect(properties.data.properties.amount).toEqual({ type: 'number' });
  expect(properties.data.properties.proposal.properties.status.enum).toEqual([1, 2, 3, 4, 5, 6]);
  expect(JSON.stringify(body)).not.toContain('$ref');
});

test('the reference is a page that needs nothing from elsewhere', async () => {
  const { status, body } = await world.call('GET', '/api/docs/');
  expect(status).toBe(200);
  expect(body).not.toMatch(/(src|href)="https?:/);
});
