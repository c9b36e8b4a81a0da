import { lookForDefaults } from '../../features/defaults/defaults.jobs.ts';
import { proveNow } from '../accounts.ts';
import type { Answer } from '../world.ts';
import type { Act, Real } from './acts.ts';
import { OK, type WorldModel } from './world-model.ts';

const DAY_MS = 86_400_000;

/** A session lasts a year, and so does a life. */
function pass(model: WorldModel, real: Real, days: number): void {
  if (model.now + days * DAY_MS > model.endsAt) return;
  model.now += days * DAY_MS;
  real.world.now = new Date(model.now);
}

/** A backer gives up what is owed to them. */
export const forgive: Act = async ({ model, real, loan, as, actor }) => {
  if (as !== null) await proveNow(real.world, as);
  const expected = model.forgive(actor);
  return {
    answer: await real.world.call('POST', '/api/borrow/forgive', { as, body: { proposalId: loan.id } }),
    expected,
  };
};

/** Half a year without a payment passes for a running loan, the job asks, and staff answer. */
export const declareDefault: Act = async ({ model, all, real, loan, as, actor }) => {
  if (model.status === 5) pass(model.ledger, real, 220);
  await lookForDefaults(real.world.outside);
  for (const each of all.loans) each.look();
  const expected = model.declare(actor);
  const path = `/api/mfi/default?proposalId=${loan.id}`;
  return { answer: await real.world.call('POST', path, { as, body: { reason: 'Gone', cause: 'borrower' } }), expected };
};

/** One proposes to undo the release, and another of the office confirms it. */
export const undoRelease: Act = async ({ model, real, loan, as, actor }) => {
  const path = `/api/mfi/undoRelease?proposalId=${loan.id}`;
  const expected = model.undoRelease(actor);
  const entered: Answer = await real.world.call('POST', path, { as, body: { reason: 'Not needed' } });
  if (expected !== OK || entered.status >= 300) return { answer: entered, expected };
  return { answer: await real.world.call('PATCH', path, { as: real.second, body: { state: 'approved' } }), expected };
};

/** A month passes, one enters the write-off, and another of the office confirms it. */
export const writeOff: Act = async ({ model, real, loan, as, actor }) => {
  if (model.defaultedAt !== null) pass(model.ledger, real, 31);
  const query = `proposalId=${loan.id}`;
  const path = `/api/mfi/writeOff?${query}`;
  const expected = model.writeOff(actor);
  const entered: Answer = await real.world.call('POST', path, { as, body: { reason: 'Gone' } });
  if (expected !== OK || entered.status >= 300) return { answer: entered, expected };
  return { answer: await real.world.call('PATCH', path, { as: real.second, body: { state: 'approved' } }), expected };
};
