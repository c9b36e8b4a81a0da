import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { ZERO_CENTS } from '@sathi/domain/money.ts';
import { relendAmountCents, relendDay } from '@sathi/domain/relending.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { ReplayedAnswer } from '../../http/idempotency.ts';
import { balanceCents } from '../../ledger/ledger.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { enqueueNews } from '../pay-ins/pay-in-news.repository.ts';
import { lockProposal } from '../proposals/proposals.repository.ts';
import { investTogether } from './investments.service.ts';
import {
  claimRelendDay,
  findRelent,
  holdRelendRule,
  listLoansToRelend,
  listRelendRules,
  relendKey,
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
    // Each loan takes from what the ones before it left.
    if (!(await transaction(db, (tx) => lend(tx, rule, { day, loanId: loan.id, now })))) break;
  }
  return transaction(db, async (tx) => {
    const isOn = (await holdRelendRule(tx, rule, day)) !== undefined;
    if (isOn && !(await claimRelendDay(tx, rule, day))) return false;
    const { userId, mfiId } = rule;
    // The person also hears of loans made before they ended the rule; the key makes the news one.
    if ((await findRelent(tx, rule, day)).count === 0) return false;
    const news = { what: 'relent', userId, mfiId, day } as const;
    await enqueueNews(tx, rule, news, `relent:${mfiId}:${userId}:${day}`, now());
    return isOn;
  });
}

type Lending = { readonly day: CalendarDate; readonly loanId: ProposalId; readonly now: () => Date };

/**
 * Lends to one loan. The rule and the loan are read under their locks. A loan that cannot take it any more is passed
 * over.
 * @returns false when the rule is over, or too little credit is left for any loan
 */
async function lend(tx: Tx, { userId, mfiId }: RelendRuleRow, { day, loanId, now }: Lending): Promise<boolean> {
  await lockProposal(tx, loanId);
  const rule = await holdRelendRule(tx, { userId, mfiId }, day);
  if (rule === undefined) return false;
  const credit = await balanceCents(tx, { kind: 'wallet', userId, mfiId });
  if (credit <= rule.keepCents) return false;
  const [loan] = await listLoansToRelend(tx, rule, now(), loanId);
  const amountCents = loan === undefined ? ZERO_CENTS : relendAmountCents(rule, credit, loan.remainingCents);
  if (amountCents === 0) return true;
  const backing = {
    investor: { id: userId, mfiIds: [] },
    actorId: null,
    amountCents,
    keepCents: rule.keepCents,
    anonymous: false,
    attempt: {
      scope: `relend:${loanId}`,
      key: relendKey(userId, day),
      requestHash: 'relend',
      encode: () => ({ status: 201, response: null }),
    },
  };
  const [outcome] = await investTogether(tx, loanId, [backing], now);
  const isPassedOver = outcome instanceof RefusalError || outcome instanceof ReplayedAnswer;
  if (outcome instanceof Error && !isPassedOver) throw outcome;
  return true;
}
