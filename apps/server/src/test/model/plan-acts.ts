import { finishPauses } from '../../features/pauses/pauses.jobs.ts';
import { endPlans } from '../../features/plans/plans.jobs.ts';
import type { Answer } from '../world.ts';
import type { Act } from './acts.ts';
import { Pause } from './pause-model.ts';
import { dayText } from './plan-model.ts';
import type { PlanChange } from './planned-loan.ts';
import { type Actor, OK } from './world-model.ts';

const NONE = '987654321';

/** Staff propose a plan whose first day is so many days ahead, when the job of the hour has ended what is over. */
export const enterPlan =
  (months: number, days: number): Act =>
  async ({ model, all, real, loan, as, actor }) => {
    await endPlans(real.world.outside);
    for (const each of all.loans) each.endOpenPlans();
    const firstDueOn = model.today + days;
    const expected = model.enterPlan(actor, months, firstDueOn);
    const body = { months, firstDueOn: dayText(firstDueOn), reason: 'The flood' };
    const answer = await real.world.call('POST', `/api/mfi/plan?proposalId=${loan.id}`, { as, body });
    if (expected === OK) (model.changes.at(-1) as PlanChange).id = answer.body.data?.id;
    return { answer, expected };
  };
/** The officer, who enters all plans, confirms the newest, or the second of the office does. */
export const confirmPlan =
  (bySecond: boolean): Act =>
  async ({ model, real, loan, as, actor }) => {
    const change = model.changes.at(-1);
    const isSecond = actor === 'officer' && bySecond;
    const expected = model.confirmPlan(isSecond ? 'second' : actor, change);
    const path = `/api/mfi/plan?proposalId=${loan.id}&id=${change?.id ?? NONE}`;
    const send = { as: isSecond ? real.second : as, body: { state: 'approved' } };
    return { answer: await real.world.call('PATCH', path, send), expected };
  };
export const answerPlan =
  (state: 'accepted' | 'refused'): Act =>
  async ({ model, real, loan, as, actor }) => {
    const change = model.changes.at(-1);
    const expected = model.answerPlan(actor, change, state);
    const path = `/api/borrow/plan?proposalId=${loan.id}&id=${change?.id ?? NONE}`;
    return { answer: await real.world.call('PATCH', path, { as, body: { state } }), expected };
  };

const staffOnly = (actor: Actor) =>
  actor === 'officer' ? null : actor === 'visitor' ? '401 sign_in_required' : '403 not_permitted';

/** Running loans of the place have so many months more, but those that it would move too far. */
export const pause =
  (months: number): Act =>
  async ({ all, real, as, actor }) => {
    const running = all.loans.filter((loan) => loan.mayPause(months));
    const expected = staffOnly(actor) ?? (running.length === 0 ? '422 invalid_request' : OK);
    const body = { places: [real.place], months, reason: 'The flood' };
    const answer: Answer = await real.world.call('POST', '/api/mfi/pauses?mfiId=3', { as, body });
    if (expected !== OK) return { answer, expected };
    await finishPauses(real.world.outside);
    const given = new Pause(running, months, all.world.now);
    given.id = answer.body.data?.id;
    all.pauses.push(given);
    return { answer, expected };
  };
/** The newest pause. */
export const undoPause: Act = async ({ all, real, as, actor }) => {
  const given = all.pauses.at(-1);
  const expected = given?.undo(actor, all.world.now) ?? staffOnly(actor) ?? '404 not_found';
  const answer = await real.world.call('DELETE', `/api/mfi/pauses?mfiId=3&id=${given?.id ?? NONE}`, { as });
  await finishPauses(real.world.outside);
  return { answer, expected };
};
