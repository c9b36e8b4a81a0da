import { HOUR_MS } from '@sathi/domain/durations.ts';
import type { DeliveryBudget } from '../../config/budgets.ts';
import type { Outside } from '../../outside/outside.ts';
import { createCounters, type Taken, type Use } from './counters.ts';
import { refuseFor } from './gate.ts';
import { BUDGET_FREE_PART, BUDGET_HOUR_PART, BUDGET_RESERVE_PART, CHALLENGE, type DeliveryPurpose } from './limits.ts';

const DAY_SECONDS = 86_400;
/** How long a process trusts what it knows of a budget. */
const GLANCE_MS = 2_000;

type Port = Pick<Outside, 'db' | 'realNow' | 'secret' | 'config' | 'log' | 'metrics'>;

/** A use of a budget; `half` is half of all that it has, whoever it is for. */
type Spending = Use & { readonly half: number };

export type Leaving = {
  readonly channel: 'sms' | 'email';
  readonly purpose: DeliveryPurpose;
  /** The country of a phone; null for an address, or when it cannot be told. */
  readonly country: string | null;
  /** Whether somebody has proven that the phone or address is theirs. */
  readonly isKnown: boolean;
};

/**
 * The platform's spending on deliveries. Only what leaves is counted, by all processes together; when a quarter is gone,
 * asking for more begins to cost work, and at half an alarm is logged; a part is kept for phones and addresses that are
 * known.
 */
export function createBudgets(port: Port) {
  const { db, realNow, secret, config } = port;
  const counters = createCounters({ realNow, secret });
  const alarm = createAlarm(port, counters);
  const glances = new Map<string, { atMs: number; part: number; waitSeconds: number }>();

  const budgetsOf = ({ channel, purpose, country }: Omit<Leaving, 'isKnown'>) =>
    config.budgets
      .filter((budget) => budget.channel === channel && budget.purpose === purpose)
      .filter((budget) => budget.country === null || budget.country === country);

  /** The uses of the budgets that this delivery is paid from. */
  const spending = ({ isKnown, ...leaving }: Leaving): Spending[] =>
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
    if (glance.part >= 1) refuseFor(glance.waitSeconds);
    const worked = (glance.part - BUDGET_FREE_PART) / (1 - BUDGET_FREE_PART);
    return worked < 0 ? 0 : Math.ceil(worked * CHALLENGE.factorMax) || 1;
  };

  /** The part that is gone of the open share of the fullest of these budgets, and the seconds until it has more. */
  const look = async (budgets: readonly DeliveryBudget[], open: number) => {
    const uses = budgets.flatMap((budget) => usesOf(budget, realNow(), open, 0));
    const taken = await counters.take(db, uses);
    await alarm(uses, taken);
    // A budget of nothing has nothing left.
    const parts = uses.map(({ allowance: { count } }, index) => (count === 0 ? 1 : (taken[index]?.used ?? 0) / count));
    const hourLeft = Math.ceil((HOUR_MS - (realNow().getTime() % HOUR_MS)) / 1000);
    const isDayGone = parts.some((part, index) => index % 2 === 0 && part >= 1);
    const waitSeconds = isDayGone ? Math.max(...taken.map((use) => use.waitSeconds)) : hourLeft;
    return { part: Math.max(0, ...parts), waitSeconds };
  };

  return { spending, factorOf, alarm };
}

/**
 * Tells when half of a budget is gone, in whichever process it was, and once an hour that it has nothing left for those who
 * ask: when the last of it leaves, and when somebody has to wait or is refused.
 */
function createAlarm({ db, realNow, log, metrics }: Port, counters: ReturnType<typeof createCounters>) {
  return async (uses: readonly Spending[], taken: ReadonlyArray<Taken | undefined>): Promise<void> => {
    const hour = String(Math.floor(realNow().getTime() / HOUR_MS));
    for (const [index, { of, allowance, half }] of uses.entries()) {
      const [, channel = '', purpose = '', country, hourOfBudget] = of;
      const { used = 0, granted = 0 } = taken[index] ?? {};
      const { count } = allowance;
      const labels = { channel, purpose, of: hourOfBudget ? 'hour' : 'day' };
      const facts = { metric: 'delivery_budget', ...labels, country, used, max: count };
      if (granted === 1 && used === half) {
        log.error(facts, 'half of a budget for deliveries is used');
        metrics.budgetsHalf.inc(labels);
      }
      // A budget of nothing is deliberate, so no alarm is raised.
      if (used < count || count === 0) continue;
      const [first] = await counters.take(db, [{ of: ['told', ...of, hour], allowance: { ...allowance, count: 1 } }]);
      if (first?.granted !== 1) continue;
      log.error(facts, 'a budget for deliveries is used up');
      metrics.budgetsUsedUp.inc(labels);
    }
  };
}

/** The uses of a budget at an instant: one of its day and one of its hour. */
function usesOf(budget: DeliveryBudget, at: Date, part: number, wanted: number): Spending[] {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const of = ['budget', budget.channel, budget.purpose, budget.country ?? ''];
  const count = Math.floor(budget.aDay * part);
  const countOfHour = Math.ceil(budget.aDay * BUDGET_HOUR_PART * part);
  const ofDay = { perSeconds: DAY_SECONDS, isOfDay: true } as const;
  const half = Math.ceil(budget.aDay / 2);
  const halfOfHour = Math.ceil((budget.aDay * BUDGET_HOUR_PART) / 2);
  return [
    { of, allowance: { count, ...ofDay }, half, wanted },
    { of: [...of, String(hour)], allowance: { count: countOfHour, ...ofDay }, half: halfOfHour, wanted },
  ];
}
