import { lookForDefaults } from '../../features/defaults/defaults.jobs.ts';
import { done } from '../loans.ts';
import type { Answer } from '../world.ts';
import { type Act, loanOf, type On, type Payer, proven } from './awaited-acts.ts';
import { DAY, PAYERS, type Staff } from './awaited-loan.ts';
import { OK } from './awaited-model.ts';

export const forgive =
  (who: Payer): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    if (model.backingsOf(who).length === 0) return null;
    const expected = on.model.forgive(model, who);
    const as = await proven(on.real, who);
    const body = { proposalId: loan.id };
    return { expected, answer: await on.real.world.call('POST', '/api/borrow/forgive', { as, body }) };
  };

/** Lets days pass. A session lasts a year, and so does a life. @returns whether so many days could pass, with the jobs of the last night */
export async function wait({ model, real }: Pick<On, 'model' | 'real'>, days: number): Promise<boolean> {
  if (model.now + days * DAY > model.endsAt) return false;
  model.now += days * DAY;
  real.world.now = new Date(model.now);
  await real.night();
  model.night();
  return true;
}

/** Half a year without a payment passes, and the job asks. Whether it does is the server's: this model has no plan. */
export const declareDefault =
  (by: Staff): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    const { world, people } = on.real;
    if (model.status !== 5 || model.sent === 0 || model.defaultedAt !== null || !(await wait(on, 220))) return null;
    await lookForDefaults(world.outside);
    const path = `/api/mfi/default?proposalId=${loan.id}`;
    const isAsked = done(await world.call('GET', path, { as: people[by] })).asked !== null;
    if (isAsked) model.defaultedAt = on.model.now;
    const send = { as: people[by], body: { reason: 'Gone', cause: 'borrower' } };
    return { expected: isAsked ? OK : '409 wrong_status', answer: await world.call('POST', path, send) };
  };

const OTHER = { o1: 'o2', o2: 'o1' } as const;

/** The first enters it, and the other confirms. */
async function byTwo(on: On, by: Staff, path: string, confirmAt: (id: string) => string): Promise<Answer> {
  const { world } = on.real;
  const entered: Answer = await world.call('POST', path, { as: await proven(on.real, by), body: { reason: 'Gone' } });
  if (entered.status >= 300) return entered;
  const as = await proven(on.real, OTHER[by]);
  return world.call('PATCH', confirmAt(entered.body.data?.id), { as, body: { state: 'approved' } });
}

/** A month in default passes before it. */
export const writeOff =
  (by: Staff): Act =>
  async (on) => {
    const [model, loan] = loanOf(on);
    if (model.defaultedAt !== null) await wait(on, 31);
    const path = `/api/mfi/writeOff?proposalId=${loan.id}`;
    return { expected: on.model.writeOff(model), answer: await byTwo(on, by, path, () => path) };
  };
/** Half a year below zero passes before it. */
export const takeDebtOver =
  (by: Staff): Act =>
  async (on) => {
    const who = PAYERS.find((payer) => on.model.creditOf(payer) < 0);
    if (who === undefined) return null;
    await wait(on, 181);
    const expected = on.model.takeDebtOver(who);
    const at = (query: string) => `/api/mfi/debts/takeOver?mfiId=3&${query}`;
    const path = at(`personId=${on.real.people[who].id}`);
    return { expected, answer: await byTwo(on, by, path, (id) => at(`id=${id}`)) };
  };
