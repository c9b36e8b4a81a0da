import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import { relendAmountCents, relendDay } from '@sathi/domain/relending.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { ReplayedAnswer } from '../../http/idempotency.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { enqueueNews } from '../pay-ins/pay-in-news.repository.ts';
import { investBatch } from './investments.service.ts';
import {
  claimRelendDay,
  findRelent,
  listLoansToRelend,
  listRelendRules,
  relendKey,
  type RelendLoan,
  type RelendRuleRow,
} from './relend.repository.ts';

type Port = Pick<Outside, 'db' | 'now'>;

/**
 * Lends credit again by the rules of its people, once a day (R25.8). A day that a crash cut off goes on where it stopped: what
 * it has lent to already is backed, and a day is closed only when all of it is done.
 */
export async function relendCredit(outside: Port): Promise<number> {
  const at = outside.now();
  const due = (await listRelendRules(outside.db, 'everybody')).flatMap((rule) => {
    const day = relendDay(rule.timeZone, rule.ranOn, at);
    return day === null ? [] : [{ rule, day }];
  });
  return doOneByOne(due, ({ rule, day }) => relendDayOf(outside, rule, day));
}

async function relendDayOf(outside: Port, rule: RelendRuleRow, day: CalendarDate): Promise<boolean> {
  const { db, now } = outside;
  for (const loan of await listLoansToRelend(db, rule, now())) {
    // oxlint-disable-next-line no-await-in-loop -- each takes from what the ones before it left
    if (!(await lend(outside, rule, day, loan))) break;
  }
  return transaction(db, async (tx) => {
    if (!(await claimRelendDay(tx, rule, day))) return false;
    const { userId, mfiId } = rule;
    if ((await findRelent(tx, rule, day)).count === 0) return false;
    const news = { what: 'relent', userId, mfiId, day } as const;
    await enqueueNews(tx, rule, news, `relent:${mfiId}:${userId}:${day}`, now());
    return true;
  });
}

/** A loan that cannot take it any more is passed over. @returns false when too little credit is left for any */
async function lend({ db, now }: Port, rule: RelendRuleRow, day: CalendarDate, loan: RelendLoan): Promise<boolean> {
  const { userId, mfiId, keepCents } = rule;
  const credit = await balanceCents(db, { kind: 'wallet', userId, mfiId });
  if (credit <= keepCents) return false;
  const amountCents = relendAmountCents(rule, credit, loan.remainingCents);
  if (amountCents === 0) return true;
  const backing = {
    investor: { id: userId, mfiIds: [] },
    actorId: null,
    amountCents,
    keepCents,
    anonymous: false,
    attempt: {
      scope: `relend:${loan.id}`,
      key: relendKey(userId, day),
      requestHash: 'relend',
      encode: () => ({ status: 201, response: null }),
    },
  };
  const [outcome] = await investBatch(db, loan.id, [backing], now);
  const isPassedOver = outcome instanceof RefusalError || outcome instanceof ReplayedAnswer;
  if (outcome instanceof Error && !isPassedOver) throw outcome;
  return true;
}
