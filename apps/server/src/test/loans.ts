import type { MfiId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { expect } from 'vitest';
import { type AccountKind, balanceCents } from '../ledger/ledger.ts';
import { type Answer, type Person, ROI, type Send, type World } from './world.ts';

/** The form of a new published proposal of $100 over a year. */
export const FORM = {
  title: 'A sewing machine',
  description: 'To sew school uniforms',
  amount: 100,
  status: 2,
  startDate: '2026-03-01',
  monthsToRepay: 12,
};

export type Loan = {
  readonly id: string;
  readonly amount: number;
  readonly owner: Person;
  readonly officer: Person;
  /** The backers in order of their backings; empty below status 3. */
  readonly backers: readonly Person[];
};

export type Wish = {
  readonly status?: 1 | 2 | 3 | 4 | 5 | 6;
  readonly isApproved?: boolean;
  /** Dollars of each backer; by default 40 of 100 for status 3, else the whole amount from one person. */
  readonly backings?: readonly number[];
  readonly owner?: Person;
  readonly officer?: Person;
  readonly backers?: readonly Person[];
  readonly mfiId?: MfiId;
  readonly form?: Partial<typeof FORM> & { readonly image?: string };
};

type Key = Pick<Send, 'key'>;

/** Steps of a loan's life, each made by the real call, and the loans they lead to. */
export function useLoans(world: World) {
  const create = (owner: Person, fields: object = {}, send: Key = {}) =>
    world.call('POST', '/api/borrow', { as: owner, body: { ...FORM, ...fields }, ...send });
  const back = (loan: Pick<Loan, 'id'>, as: Person, amount: unknown, send: Key = {}) =>
    world.call('POST', '/api/borrow/backProposal', { as, body: { proposalId: loan.id, amount }, ...send });
  const decide = (
    what: 'approveProposal' | 'releaseFunds' | 'returnProposal',
    loan: Pick<Loan, 'id' | 'officer'>,
    { as = loan.officer, mfiId = ROI, ...send }: Send & { mfiId?: MfiId } = {},
  ) => {
    const body = what === 'returnProposal' ? { body: { reason: 'needs_detail', note: 'Which market?' } } : {};
    return world.call('POST', `/api/mfi/${what}?mfiId=${mfiId}&proposalId=${loan.id}`, { as, ...body, ...send });
  };
  const pay = (loan: Loan, amount: unknown, { as = loan.owner, ...send }: Send = {}) =>
    world.call('POST', '/api/borrow/proposalPayment', { as, body: { proposalId: loan.id, amount }, ...send });
  const decidePayment = (
    what: 'approvePayment' | 'rejectPayment' | 'takeBackPayment',
    loan: Pick<Loan, 'id' | 'officer'>,
    paymentId: string,
    { as = loan.officer, ...send }: Send = {},
  ) => {
    const body = what === 'rejectPayment' ? { body: { reason: 'No money came' } } : {};
    return world.call('PATCH', `/api/borrow/${what}?proposalId=${loan.id}&id=${paymentId}`, { as, ...body, ...send });
  };
  const withdraw = (loan: Loan, { as = loan.owner, body = {}, ...send }: Send = {}) =>
    world.call('POST', '/api/borrow/withdraw', {
      as,
      body: {
        proposalId: loan.id,
        method: 'bank',
        accountName: 'Rahima',
        accountNumber: '1234567890',
        ...(body as object),
      },
      ...send,
    });
  const moveWithdrawal = (id: string, as: Person, body: object, send: Key = {}) =>
    world.call('PATCH', `/api/borrow/withdrawal?id=${id}`, { as, body, ...send });
  const setStatus = (loan: Pick<Loan, 'id'>, as: Person, status: unknown, send: Key = {}) =>
    world.call('PATCH', `/api/borrow/update?id=${loan.id}`, { as, body: { id: loan.id, status }, ...send });
  const edit = (loan: Pick<Loan, 'id'>, as: Person, body: object, send: Key = {}) =>
    world.call('PATCH', `/api/borrow/update?id=${loan.id}`, { as, body, ...send });
  const remove = (loan: Pick<Loan, 'id'>, as: Person, send: Key = {}) =>
    world.call('DELETE', `/api/borrow?id=${loan.id}`, { as, ...send });
  const find = (loan: Pick<Loan, 'id'>, as: Person | null = null) =>
    world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as });
  /** Repays by a payment that the owner enters and the officer approves. @returns its id */
  const repay = async (loan: Loan, amount: number): Promise<string> => {
    const { id } = done(await pay(loan, amount));
    done(await decidePayment('approvePayment', loan, id));
    return id;
  };

  const newLoan = async (wish: Wish = {}): Promise<Loan> => {
    const { status = 2, isApproved = false, mfiId = ROI } = wish;
    const owner = wish.owner ?? (await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun' }));
    const officer = wish.officer ?? (await world.newPerson({ firstName: 'Officer', staffOf: [mfiId] }));
    const fields = { ...wish.form, mfiId: String(mfiId), status: Math.min(status, 2) };
    const { id } = done(await create(owner, fields));
    const amount = wish.form?.amount ?? FORM.amount;
    const backings = status < 3 ? [] : (wish.backings ?? [status === 3 ? 40 : amount]);
    const loan: Loan = { id, amount, owner, officer, backers: wish.backers ?? (await people(world, backings.length)) };
    if (isApproved || status >= 5) done(await decide('approveProposal', loan, { mfiId }));
    for (const [index, dollars] of backings.entries()) done(await back(loan, loan.backers[index] as Person, dollars));
    if (status >= 5) done(await decide('releaseFunds', loan, { mfiId }));
    if (status === 6) await repay(loan, amount);
    return loan;
  };

  /** The balance in the books, in cents: of a person when `user` is given, of a loan when `loan` is, or of both. */
  const balance = (kind: AccountKind, { user, loan }: { user?: Person; loan?: Pick<Loan, 'id'> }) =>
    balanceCents(world.db, {
      kind,
      ...(user && { userId: user.id as UserId }),
      ...(loan && { proposalId: Number(loan.id) as ProposalId }),
    });
  /** Kinds of the loan's events, oldest first. */
  const history = async (loan: Pick<Loan, 'id'>): Promise<string[]> => {
    const rows = await world.db
      .selectFrom('proposalEvents')
      .select('kind')
      .where('proposalId', '=', Number(loan.id) as ProposalId)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.kind);
  };

  return {
    create,
    back,
    decide,
    pay,
    decidePayment,
    withdraw,
    moveWithdrawal,
    setStatus,
    edit,
    remove,
    find,
    repay,
    newLoan,
    balance,
    history,
  };
}
export type Loans = ReturnType<typeof useLoans>;

export async function people(world: World, count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let index = 0; index < count; index += 1) made.push(await world.newPerson());
  return made;
}

/** The data of an answer that must be a success. */
export function done(answer: Answer): any {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

/** Status and code of a refusal, in the shape every refusal must have. */
export function refusal(answer: Answer): string {
  expect(answer.headers['content-type'], JSON.stringify(answer.body)).toContain('application/problem+json');
  const { type, title, status, detail, code } = answer.body;
  expect({ type, title, status }).toEqual({
    type: `urn:sathi:problem:${code}`,
    title: code.replaceAll('_', ' '),
    status: answer.status,
  });
  expect(detail.length).toBeGreaterThan(5);
  return `${status} ${code}`;
}
