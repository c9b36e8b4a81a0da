import { expect, test } from 'vitest';
import { done, FORM, type Loan, refusal, useLoans } from '../test/loans.ts';
import { type Answer, type Person, ROI, useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan, pay, withdraw } = useLoans(world);

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
  // Answers are compared as they were sent, down to the order of their fields.
  const sent = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
  expect(new Set(answers.map(sent)).size).toBe(1);
  expect(answers[0]?.status, JSON.stringify(answers[0]?.body)).toBeLessThan(300);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9);
  expect(await effects(loan)).toBe(before + 1);

  const later = await send(request, key);
  expect(sent(later)).toBe(sent(answers[0] as Answer));
  expect(later.headers['idempotent-replayed']).toBe('true');
  expect(await effects(loan)).toBe(before + 1);

  if (request.other === undefined) return;
  for (const body of [request.other, { ...request.other, surprise: 1 }]) {
    expect(refusal(await send({ ...request, body }, key))).toBe('422 idempotency_key_reused');
  }
  expect(await effects(loan)).toBe(before + 1);
});
