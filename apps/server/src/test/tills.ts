import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import { payInAccount } from './expected.ts';
import { done, type Loan } from './loans.ts';
import type { Person, World } from './world.ts';

export type OpenTill = { readonly id: string; readonly number: number; readonly officer: Person };

/** Rounds of officers of ROI with cash in rupees, each step made by the real call. */
export function useTills(world: World, currency = 'INR') {
  const sum = (amount: string) => ({ amount, currency });
  /** A till of another day is opened on that day. */
  const open = async (officer: Person, float = '500.00', on?: CalendarDate): Promise<OpenTill> => {
    const accountId = await payInAccount(world, officer, { kind: 'till', currency, forPayIn: false });
    const { now } = world;
    if (on !== undefined) world.now = new Date(`${on}T04:30:00.000Z`);
    const body = { day: calendarDateIn('Asia/Kolkata', world.now), accountId, float: sum(float) };
    const answer = await world.call('POST', '/api/mfi/tills?mfiId=3', { as: officer, body });
    world.now = now;
    return { ...done(answer), officer };
  };
  const send = (till: OpenTill, entries: readonly object[], as: Person = till.officer) =>
    world.call('POST', `/api/mfi/tills/entries?mfiId=3&id=${till.id}`, { as, body: { entries } });
  const results = async (till: OpenTill, entries: readonly object[]) =>
    done(await send(till, entries)).results as any[];
  const change = (till: OpenTill, state: 'closed' | 'received', as: Person, counted: string, reason?: string) =>
    world.call('PATCH', `/api/mfi/tills?mfiId=3&id=${till.id}`, {
      as,
      body: { state, counted: sum(counted), ...(reason && { reason }) },
    });
  const find = async (till: OpenTill, as: Person = till.officer) => {
    const list = done(await world.call('GET', '/api/mfi/tills?mfiId=3', { as })) as any[];
    return list.find(({ id }) => id === till.id);
  };
  const referenceOf = async (loan: Loan): Promise<string> =>
    done(await world.call('GET', `/api/borrow/findOne?id=${loan.id}`, { as: loan.officer })).loanReference;
  /** Cash for a loan, as a device tells it. */
  const cash = async (loan: Loan, number: number, amount: string, more: object = {}) => ({
    clientId: `${loan.id}-${number}`,
    number,
    loanReference: await referenceOf(loan),
    localAmount: sum(amount),
    paidOn: '2026-01-31',
    ...more,
  });
  return { open, send, results, change, find, referenceOf, cash, sum };
}
