import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { openDatabase } from '../db/db.ts';
import { done, FORM, type Loan, refusal, useLoans } from '../test/loans.ts';
import { type Answer, type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, pay, withdraw, find } = useLoans(world);

type Request = { method: string; url: string; as: Person; body?: object; other?: object };
type Case = { of: () => Promise<{ loan: Loan; request: Request }>; effects: (loan: Loan) => Promise<number> };

const number = (loan: { id: string }) => Number(loan.id) as never;
const journals = async (loan: Loan) =>
  (await world.db.selectFrom('journals').select('id').where('proposalId', '=', number(loan)).execute()).length;
const events = async (loan: Loan) =>
  (await world.db.selectFrom('proposalEvents').select('id').where('proposalId', '=', number(loan)).execute()).length;
const staffCall = (what: string, loan: Loan, body?: object): Request => ({
  method: 'POST',
  url: `/api/mfi/${what}?mfiId=${ROI}&proposalId=${loan.id}`,
  as: loan.officer,
  ...(body && { body, other: { ...body, note: 'Another note' } }),
});
const withdrawalOf = async (sent: boolean) => {
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  const url = `/api/borrow/withdrawal?id=${id}`;
  const body = { state: 'sent', reference: 'TRX-1' };
  if (sent) done(await world.call('PATCH', url, { as: loan.officer, body }));
  return { loan, url, body };
};

/** Every call that changes money or the state it explains. `other` is the same call with another content. */
const CASES: Record<string, Case> = {
  create: {
    of: async () => {
      const loan = await newLoan();
      return {
        loan,
        request: { method: 'POST', url: '/api/borrow', as: loan.owner, body: FORM, other: { ...FORM, amount: 5 } },
      };
    },
    effects: async ({ owner }) =>
      (await world.db.selectFrom('proposals').select('id').where('ownerId', '=', owner.id).execute()).length,
  },
  publish: {
    of: async () => {
      const loan = await newLoan({ status: 1 });
      const url = `/api/borrow/update?id=${loan.id}`;
      return { loan, request: { method: 'PATCH', url, as: loan.owner, body: { status: 2 }, other: { status: 1 } } };
    },
    effects: events,
  },
  edit: {
    of: async () => {
      const loan = await newLoan();
      const url = `/api/borrow/update?id=${loan.id}`;
      return { loan, request: { method: 'PATCH', url, as: loan.owner, body: { amount: 50 }, other: { amount: 51 } } };
    },
    effects: events,
  },
  delete: {
    of: async () => {
      const loan = await newLoan();
      return { loan, request: { method: 'DELETE', url: `/api/borrow?id=${loan.id}`, as: loan.owner } };
    },
    effects: events,
  },
  back: {
    of: async () => {
      const loan = await newLoan();
      const body = { proposalId: loan.id, amount: 10 };
      const as = await world.newPerson();
      return {
        loan,
        request: { method: 'POST', url: '/api/borrow/backProposal', as, body, other: { ...body, amount: 11 } },
      };
    },
    effects: journals,
  },
  approve: {
    of: async () => {
      const loan = await newLoan();
      return { loan, request: staffCall('approveProposal', loan) };
    },
    effects: events,
  },
  release: {
    of: async () => {
      const loan = await newLoan({ status: 4, isApproved: true });
      return { loan, request: staffCall('releaseFunds', loan) };
    },
    effects: events,
  },
  return: {
    of: async () => {
      const loan = await newLoan({ status: 3 });
      return { loan, request: staffCall('returnProposal', loan, { reason: 'other' }) };
    },
    effects: journals,
  },
  withdraw: {
    of: async () => {
      const loan = await newLoan({ status: 5 });
      const body = { proposalId: loan.id, method: 'bank', accountName: 'Rahima', accountNumber: '1234567890' };
      const request = {
        method: 'POST',
        url: '/api/borrow/withdraw',
        as: loan.owner,
        body,
        other: { ...body, accountNumber: '66' },
      };
      return { loan, request };
    },
    effects: async (loan) =>
      (await world.db.selectFrom('withdrawals').select('id').where('proposalId', '=', number(loan)).execute()).length,
  },
  send: {
    of: async () => {
      const { loan, url, body } = await withdrawalOf(false);
      return {
        loan,
        request: { method: 'PATCH', url, as: loan.officer, body, other: { ...body, reference: 'TRX-2' } },
      };
    },
    effects: journals,
  },
  fail: {
    of: async () => {
      const { loan, url } = await withdrawalOf(true);
      const body = { state: 'failed', reason: 'Closed' };
      return { loan, request: { method: 'PATCH', url, as: loan.officer, body, other: { ...body, reason: 'Else' } } };
    },
    effects: journals,
  },
  pay: {
    of: async () => {
      const loan = await newLoan({ status: 5 });
      const body = { proposalId: loan.id, amount: 10 };
      return {
        loan,
        request: {
          method: 'POST',
          url: '/api/borrow/proposalPayment',
          as: loan.owner,
          body,
          other: { ...body, amount: 9 },
        },
      };
    },
    effects: journals,
  },
  approvePayment: {
    of: async () => {
      const loan = await newLoan({ status: 5 });
      const { id } = done(await pay(loan, 10));
      return {
        loan,
        request: {
          method: 'PATCH',
          url: `/api/borrow/approvePayment?proposalId=${loan.id}&id=${id}`,
          as: loan.officer,
        },
      };
    },
    effects: journals,
  },
  rejectPayment: {
    of: async () => {
      const loan = await newLoan({ status: 5 });
      const { id } = done(await pay(loan, 10));
      const url = `/api/borrow/rejectPayment?proposalId=${loan.id}&id=${id}`;
      return {
        loan,
        request: { method: 'PATCH', url, as: loan.officer, body: { reason: 'No' }, other: { reason: 'Never' } },
      };
    },
    effects: journals,
  },
};

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;
const send = ({ method, url, as, body }: Request, key: string): Promise<Answer> =>
  world.call(method, url, { as, body, key });

test.each(Object.keys(CASES))('R6.3: ten times the same %s at once is one, with ten equal answers', async (name) => {
  const { of, effects } = CASES[name] as Case;
  const { loan, request } = await of();
  const before = await effects(loan);
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(request, key)));
  for (const { status, body } of answers) expect([status, body]).toEqual([answers[0]?.status, answers[0]?.body]);
  expect(answers[0]?.status, JSON.stringify(answers[0]?.body)).toBeLessThan(300);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9);
  expect(await effects(loan)).toBe(before + 1);

  const later = await send(request, key);
  expect([later.status, later.body]).toEqual([answers[0]?.status, answers[0]?.body]);
  expect(later.headers['idempotent-replayed']).toBe('true');
  expect(await effects(loan)).toBe(before + 1);

  if (request.other === undefined) return;
  expect(refusal(await send({ ...request, body: request.other }, key))).toBe('422 idempotency_key_reused');
  expect(await effects(loan)).toBe(before + 1);
});

test('R6.3: keys are unique per person: somebody else’s is another', async () => {
  const loan = await newLoan();
  const body = { proposalId: loan.id, amount: 10 };
  const key = newKey();
  for (const as of [await world.newPerson(), await world.newPerson()]) {
    const answer = await send({ method: 'POST', url: '/api/borrow/backProposal', as, body }, key);
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  }
  expect(done(await find(loan)).currentBalance).toBe(20);
});

test('R6.3: a key used for another call, or another loan, is reused', async () => {
  const [loan, other] = [await newLoan({ status: 5 }), await newLoan({ status: 5 })];
  const key = newKey();
  done(await pay(loan, 5, { key }));
  expect(refusal(await withdraw(loan, { key }))).toBe('422 idempotency_key_reused');
  expect(refusal(await pay({ ...other, owner: loan.owner }, 5, { key }))).toBe('422 idempotency_key_reused');
  const open = await newLoan();
  const body = { proposalId: open.id, amount: 5 };
  const request = { method: 'POST', url: '/api/borrow/backProposal', as: loan.owner, body };
  expect(refusal(await send(request, key))).toBe('422 idempotency_key_reused');
});

test('R6.3: what was refused was not answered, and may be tried again with its key', async () => {
  const loan = await newLoan({ status: 4 });
  const key = newKey();
  const request = staffCall('releaseFunds', loan);
  expect(refusal(await send(request, key))).toBe('409 not_approved');
  done(await send(staffCall('approveProposal', loan), newKey()));
  expect((await send(request, key)).status).toBe(200);
});

test('a replay is for whoever still may ask: without a token it is a 401', async () => {
  const { request } = await (CASES['pay'] as Case).of();
  const key = newKey();
  done(await send(request, key));
  const url = request.url;
  expect(refusal(await world.call('POST', url, { body: request.body, key }))).toBe('401 sign_in_required');
});

test('a key of 255 characters is fine, one more is not', async () => {
  const loan = await newLoan({ status: 5 });
  expect((await pay(loan, 1, { key: 'k'.repeat(255) })).status).toBe(201);
  expect(refusal(await pay(loan, 1, { key: 'k'.repeat(256) }))).toBe('422 invalid_request');
});

test('R6.3: two processes on one database, ten times the same backing: one journal, ten equal answers', async () => {
  if (world.database.url === null) return;
  const database = await openDatabase({ url: world.database.url });
  const second = await createApp({ ...world.outside, db: database.db, listen: database.listen });
  const loan = await newLoan();
  const as = await world.newPerson();
  for (let round = 0; round < 10; round += 1) {
    const before = await journals(loan);
    const request = {
      method: 'POST' as const,
      url: '/api/borrow/backProposal',
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': `two-${round}` },
      payload: { proposalId: loan.id, amount: 2 },
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? world.app : second).inject(request)),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
    expect(await journals(loan)).toBe(before + 1);
  }
  await second.close();
  await database.close();
});
