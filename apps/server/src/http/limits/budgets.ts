import type { DeliveryBudget } from '../../config/budgets.ts';
import type { Outside } from '../../outside/outside.ts';
import { createCounters, type Use } from './counters.ts';
import { refuse } from './gate.ts';
import { BUDGET_FREE_PART, BUDGET_HOUR_PART, BUDGET_RESERVE_PART, CHALLENGE, type DeliveryPurpose } from './limits.ts';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** How long a process trusts what it knows of a budget. */
const GLANCE_MS = 2_000;

export type Leaving = {
  readonly channel: 'sms' | 'email';
  readonly purpose: DeliveryPurpose;
  /** Of a phone; null of an address. */
  readonly country: string | null;
  /** Whether somebody has proven that the phone or address is theirs. */
  readonly isKnown: boolean;
};

/**
 * The platform's spending on deliveries. Only what leaves is counted, by all processes together; when a quarter is gone,
 * asking for more begins to cost work, and at half an alarm is logged; a part is kept for phones and addresses that are
 * known.
 */
export function createBudgets({ db, realNow, secret, config }: Pick<Outside, 'db' | 'realNow' | 'secret' | 'config'>) {
  const counters = createCounters({ realNow, secret });
  const glances = new Map<string, { atMs: number; part: number; waitSeconds: number }>();

  const budgetsOf = ({ channel, purpose, country }: Omit<Leaving, 'isKnown'>) =>
    config.budgets
      .filter((budget) => budget.channel === channel && budget.purpose === purpose)
      .filter((budget) => budget.country === null || budget.country === country);

  /** The uses of the budgets that this delivery is paid from. */
  const spending = ({ isKnown, ...leaving }: Leaving): Use[] =>
    budgetsOf(leaving).flatMap((budget) => usesOf(budget, realNow(), isKnown ? 1 : 1 - BUDGET_RESERVE_PART, 1));

  /**
   * How much work a call costs that has such a delivery sent, as a factor: 0 in the free part of the budget of its channel,
   * and of that of the country of its phone.
   * @throws RefusalError `too_many_requests` when nothing is left for those who are not known
   */
  const factorOf = async (leaving: Omit<Leaving, 'isKnown'>): Promise<number> => {
    const { channel, purpose } = leaving;
    const nowMs = realNow().getTime();
    const budgets = budgetsOf(leaving);
    const key = `${channel} ${purpose} ${budgets.find((budget) => budget.country)?.country}`;
    let glance = glances.get(key);
    if (glance === undefined || nowMs >= glance.atMs + GLANCE_MS || nowMs < glance.atMs) {
      // A person who resets a password is known; one who signs up is not.
      glance = { atMs: nowMs, ...(await look(budgets, purpose === 'sign_up' ? 1 - BUDGET_RESERVE_PART : 1)) };
      glances.set(key, glance);
    }
    if (glance.part >= 1) refuse(glance.waitSeconds);
    const worked = (glance.part - BUDGET_FREE_PART) / (1 - BUDGET_FREE_PART);
    return worked < 0 ? 0 : Math.ceil(worked * CHALLENGE.factorMax) || 1;
  };

  /** The part that is gone of what these budgets have open, of the fullest. */
  const look = async (budgets: readonly DeliveryBudget[], open: number) => {
    const uses = budgets.flatMap((budget) => usesOf(budget, realNow(), open, 0));
    const taken = await counters.take(db, uses);
    // A budget of nothing has nothing left.
    const parts = uses.map(({ allowance: { count } }, index) => (count === 0 ? 1 : (taken[index]?.used ?? 0) / count));
    const hourLeft = Math.ceil((HOUR_MS - (realNow().getTime() % HOUR_MS)) / 1000);
    const isDayGone = parts.some((part, index) => index % 2 === 0 && part >= 1);
    const waitSeconds = isDayGone ? Math.max(...taken.map((use) => use.waitSeconds)) : hourLeft;
    return { part: Math.max(0, ...parts), waitSeconds };
  };

  return { spending, factorOf };
}

/**
 * One line when half of what a budget has for this delivery is gone and one when all is, in whichever process it was; the latter is
 * counted too.
 */
export function alarmOfBudget(
  { log, metrics }: Pick<Outside, 'log' | 'metrics'>,
  { of: key, allowance: { count } }: Use,
  used: number,
): void {
  const [, channel = '', purpose = '', country, hour] = key;
  const of = hour ? 'hour' : 'day';
  const facts = { metric: 'delivery_budget', channel, purpose, country, of, used, max: count };
  if (used === Math.ceil(count / 2)) log.error(facts, 'half of a budget for deliveries is used');
  if (used < count) return;
  log.error(facts, 'a budget for deliveries is used up');
  metrics.budgetsUsedUp.inc({ channel, purpose, of });
}

/** A budget is one of the day and one of the hour of an instant. */
function usesOf(budget: DeliveryBudget, at: Date, part: number, wanted: number): Use[] {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const of = ['budget', budget.channel, budget.purpose, budget.country ?? ''];
  const count = Math.floor(budget.aDay * part);
  const countOfHour = Math.ceil(budget.aDay * BUDGET_HOUR_PART * part);
  return [
    { of, allowance: { count, perSeconds: DAY_SECONDS, isOfDay: true }, wanted },
    { of: [...of, String(hour)], allowance: { count: countOfHour, perSeconds: DAY_SECONDS, isOfDay: true }, wanted },
  ];
}
