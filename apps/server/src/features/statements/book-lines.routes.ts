import * as contract from '@sathi/contract/lines.ts';
import type { StatementLineId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../../errors/refusal-error.ts';
import { type Asking, type Call, wellFormed } from '../../http/call.ts';
import { runOnce } from '../../http/idempotency.ts';
import { createPartsRunner, loggedParts } from '../../http/in-parts.ts';
import { bind } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { type LineBooker, openBooker, type Wish } from './line-booker.ts';
import { type Effects, effectsAnswer } from './statement-answers.ts';

type Body = Call<typeof contract.bookLines>['body'];
type Entry = Body['lines'][number];
type Result = { readonly id: StatementLineId; readonly result: contract.BookResult; readonly effects: Effects | null };

/** Refusals of one line, which stays open with its code while the others are booked (R21.8). */
const RESULTS: ReadonlySet<string> = new Set([
  'line_booked',
  'target_needed',
  'unknown_reference',
  'needs_expected',
  'second_person_needed',
  'wrong_status',
  'rate_too_old',
  'not_found',
] satisfies contract.BookResult[]);

/** Books lines, each in a transaction of its own, so that one that is refused harms no other. */
export function bookLinesRoute(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;

  const runInParts = createPartsRunner(db);

  bind(app, contract.bookLines, (asking) => runInParts(asking.attempt, () => bookAll(asking)));

  async function bookAll(asking: Asking<typeof contract.bookLines>) {
    const mfiId = mfiOfStaff(asking.viewer, asking.asked.mfiId);
    const { body, viewer, attempt } = wellFormed(asking);
    const asked = Map.groupBy(body.lines, ({ id }) => id);
    const by = { mfiId, viewer, requestHash: attempt.requestHash };
    const act = { ...asking, now: now(), mfiId, asked: { lineIds: [...asked.keys()] } };
    const booker = await openBooker(outside, by, [...asked.keys()], loggedParts(db, contract.bookLines, act));
    const wishes = new Map([...asked].map(([id, entries]) => [id, wishesOf(id, entries, booker)]));

    const results: Result[] = [];
    for (const [id, wished] of wishes) {
      results.push(await resultOf(id, () => booker.book(id, wished)));
    }
    return runOnce(db, attempt, now(), async () => ({
      results: results.map(({ effects, ...same }) => ({ ...same, effects: effects && effectsAnswer(effects) })),
    }));
  }
}

async function resultOf(id: StatementLineId, book: () => Promise<Effects>): Promise<Result> {
  try {
    return { id, result: 'booked', effects: await book() };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code } = error;
    // Other refusals of a payment tell that the loan or the payment has moved on.
    return { id, result: RESULTS.has(code) ? (code as contract.BookResult) : 'wrong_status', effects: null };
  }
}

/**
 * A line, whole or in parts in the currency of its account.
 * @throws RefusalError `wrong_currency`, `split_sum`
 */
function wishesOf(id: StatementLineId, entries: readonly Entry[], { lines, accounts }: LineBooker): Wish[] {
  const line = lines.get(id);
  const currency = line && accounts.get(line.accountId)?.currency;
  const isWhole = entries.length === 1 && entries[0]?.target?.amount === undefined;
  const wishes = entries.map(({ target: { amount, ...named } = {}, restAs }): Wish => {
    if (line === undefined || isWhole) return { named, amountMinor: null, restAs };
    if (amount === undefined) throw new RefusalError('split_sum');
    const isDollars = typeof amount !== 'object';
    if (isDollars ? currency !== 'USD' : amount.currency !== currency) throw new RefusalError('wrong_currency');
    return { named, amountMinor: isDollars ? (amount satisfies Cents) : amount.amount, restAs };
  });
  const sums = wishes.map(({ amountMinor }) => amountMinor ?? 0);
  const sum = sums.reduce((all, one) => all + one, 0);
  if (line !== undefined && !isWhole && (sum !== Math.abs(line.amount) || sums.some((one) => one <= 0)))
    throw new RefusalError('split_sum');
  return wishes;
}
