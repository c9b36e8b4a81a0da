import { REFUSAL_STATUS } from '@sathi/contract/refusals.ts';
import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../app.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { bearer, codeFor, moveClock, otherThan, PASSWORD, registered, signIn } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const prove = (token: string, body: unknown) => world.call('POST', '/api/identity/step-up', { ...bearer(token), body });

/** A change that asks for a proof, and what it did. */
const CHANGE = {
  name: 'stepUp',
  method: 'POST',
  path: '/api/test/change',
  summary: 'A change that asks for a proof',
  access: 'account',
  body: z.strictObject({ value: z.string({ error: 'required' }), refusal: z.string().optional() }),
  data: z.object({ value: z.string() }),
} as const;
let app: FastifyInstance;
let changes = 0;

beforeAll(async () => {
  app = await createApp(world.outside);
  command(app, world.outside, CHANGE as unknown as Endpoint, {
    may: ({ asked }) => ((asked as { value?: string }).value === 'forbidden' ? 'not_permitted' : null),
    stepUp: 'everybody',
    run: async ({ body, tx, caller }) => {
      const { value, refusal } = body as { value: string; refusal?: keyof typeof REFUSAL_STATUS };
      if (refusal) throw new RefusalError(refusal);
      await tx
        .updateTable('identities')
        .set({ email: value })
        .where('subject', '=', caller?.subject ?? '')
        .execute();
      changes += 1;
      return { value } as never;
    },
  });
  await app.ready();
});
afterAll(() => app.close());

async function change(token: string, body: unknown, key?: string) {
  const headers = { ...bearer(token).headers, ...(key && { 'idempotency-key': key }) };
  const answer = await app.inject({ method: 'POST', url: CHANGE.path, payload: body as object, headers });
  return { status: answer.statusCode, body: answer.json() };
}

async function proven(token: string, phone: string): Promise<void> {
  expect((await prove(token, { password: PASSWORD })).status).toBe(200);
  expect((await prove(token, { code: await codeFor(world, phone) })).status).toBe(200);
}

test('a change that asks for a proof does nothing without one, and says how to give it (R34.2)', async () => {
  const { phone, subject, email } = await registered(world);
  const { token } = await signIn(world, phone);
  const answer = await change(token, { value: 'thief@example.org' });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({ code: 'step_up_required', methods: ['password'] });
  const row = await world.db.selectFrom('identities').select('email').where('subject', '=', subject).executeTakeFirst();
  expect(row?.email).toBe(email);
});

test('the proof is asked for last: after what is forbidden, what is wrong and what the change refuses (R34.2)', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  expect((await change(token, { value: 'forbidden', other: 1 })).body.code).toBe('not_permitted');
  expect((await change(token, {})).body.code).toBe('invalid_request');
  expect((await change(token, { value: 'a@b.org', refusal: 'email_exists' })).body.code).toBe('email_exists');
  expect((await change(token, { value: 'a@b.org' })).body.code).toBe('step_up_required');
});

test('password and code open the session for ten minutes, and no longer (R34.2)', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  const asked = await prove(token, { password: PASSWORD });
  expect(asked.body.data).toEqual({
    codeDelivery: { medium: 'SMS', destination: expect.any(String), resendAfterSeconds: 60 },
  });
  expect((await change(token, { value: 'a@b.org' })).status).toBe(403);
  const answer = await prove(token, { code: await codeFor(world, phone) });
  expect(answer.body.data).toEqual({ until: new Date(world.now.getTime() + 600_000).toISOString() });
  moveClock(world, 599);
  expect((await change(token, { value: 'a1@b.org' })).status).toBe(200);
  moveClock(world, 1);
  // The access token has ended as well; the proof is of the session.
  await world.db
    .updateTable('sessions')
    .set({ accessExpiresAt: new Date(world.now.getTime() + 60_000) })
    .execute();
  expect((await change(token, { value: 'a2@b.org' })).body.code).toBe('step_up_required');
});

test('a proof counts for its own session alone (R34.2)', async () => {
  const { phone } = await registered(world);
  const [own, stolen] = [await signIn(world, phone), await signIn(world, phone)];
  await prove(own.token, { password: PASSWORD });
  const code = await codeFor(world, phone);
  expect((await prove(stolen.token, { code })).body.code).toBe('code_expired');
  expect((await prove(own.token, { code })).status).toBe(200);
  expect((await change(own.token, { value: 'a@b.org' })).status).toBe(200);
  expect((await change(stolen.token, { value: 'a@b.org' })).body.code).toBe('step_up_required');
});

test('a wrong password sends no code, and a wrong code proves nothing (R34.2)', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  const before = world.sent.length;
  const wrong = await prove(token, { password: 'a river of black tea' });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual([{ path: 'password', message: 'This password is not right.' }]);
  expect(world.sent.length).toBe(before);
  await prove(token, { password: PASSWORD });
  const code = await codeFor(world, phone);
  expect((await prove(token, { code: otherThan(code) })).body.code).toBe('code_mismatch');
  expect((await change(token, { value: 'a@b.org' })).status).toBe(403);
});

test('asked again within the minute, the first code stays good and no second is sent', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  await prove(token, { password: PASSWORD });
  const code = await codeFor(world, phone);
  const sent = world.sent.length;
  moveClock(world, 20);
  const again = await prove(token, { password: PASSWORD });
  expect(again.body.data.codeDelivery.resendAfterSeconds).toBe(40);
  expect(world.sent.length).toBe(sent);
  expect((await prove(token, { code })).status).toBe(200);
});

test('a repeated key gets the first answer without another proof, and a refused call left no trace under its key', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  expect((await change(token, { value: 'k@b.org' }, 'one wish')).status).toBe(403);
  await proven(token, phone);
  const before = changes;
  expect((await change(token, { value: 'k@b.org' }, 'one wish')).status).toBe(200);
  await world.db.updateTable('sessions').set({ provenAt: null }).execute();
  expect((await change(token, { value: 'k@b.org' }, 'one wish')).status).toBe(200);
  expect(changes).toBe(before + 1);
});

test('a request with no field or with two is refused', async () => {
  const { phone } = await registered(world);
  const { token } = await signIn(world, phone);
  expect((await prove(token, {})).body.errors).toHaveLength(5);
  expect((await prove(token, { password: PASSWORD, code: '123456' })).status).toBe(422);
  expect((await world.call('POST', '/api/identity/step-up', { body: { password: PASSWORD } })).status).toBe(401);
});
