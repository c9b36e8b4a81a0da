import type { MfiId, StatementLineId } from '@sathi/domain/ids.ts';
import { leaveOutcome, outcomeOf } from '@sathi/domain/match-effects.ts';
import { type OpenItems, openItemsOf } from '@sathi/domain/open-items.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Candidates } from '@sathi/domain/statement-candidates.ts';
import { chosenTarget, matchAfter } from '@sathi/domain/statement-matching.ts';
import { transaction } from '../../db/transaction.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import type { InPart } from '../../http/in-parts.ts';
import type { Outside } from '../../outside/outside.ts';
import { listMoneyAccounts, type MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { bookLine, type NamedTarget, type PortionAsked, targetOf } from './book-lines.service.ts';
import type { Booking } from './booking.ts';
import { findDesk } from './desk.repository.ts';
import { findLines, listSureAmong, type OpenLine } from './lines.repository.ts';
import { candidatesFor } from './statement-candidates.repository.ts';
import type { Effects } from './statement-answers.ts';

/** A line or a part of it as somebody asks for it; without a target as it is matched now. */
export type Wish = {
  readonly named?: NamedTarget | undefined;
  readonly amountMinor: number | null;
  readonly restAs?: PortionAsked['restAs'];
};

export type LineBooker = {
  readonly lines: ReadonlyMap<StatementLineId, OpenLine>;
  readonly accounts: ReadonlyMap<MoneyAccountRow['id'], MoneyAccountRow>;
  /** One line in a transaction of its own. `onlySure` refuses a match that somebody should look at. */
  readonly book: (id: StatementLineId, wishes: readonly Wish[], onlySure?: boolean) => Promise<Effects>;
};

/**
 * The open sure lines before those to be booked that count at most, as many as are matched anew before they are shown.
 */
const SURE_BEFORE_MAX = 2_000;

/** Books lines of one institution one after the other, each meeting what those before it left (R21.8). */
export async function openBooker(
  { db, now }: Pick<Outside, 'db' | 'now'>,
  by: { readonly mfiId: MfiId; readonly viewer: SignedIn; readonly requestHash: string },
  ids: readonly StatementLineId[],
  inPart: InPart = (work) => transaction(db, work),
): Promise<LineBooker> {
  const { mfiId } = by;
  const lines = new Map((await findLines(db, mfiId, ids)).map((line) => [line.id, line]));
  const accounts = new Map((await listMoneyAccounts(db, mfiId)).map((account) => [account.id, account]));
  const desk = await findDesk(db, mfiId);
  const sureOf = await sureLinesOf(db, [...lines.values()]);
  const matchers = new Map<MoneyAccountRow['id'], { candidates: Candidates; items: OpenItems }>();
  const matcherOf = async (account: MoneyAccountRow) => {
    const known = matchers.get(account.id);
    if (known !== undefined) return known;
    const candidates = await candidatesFor(db, mfiId, account, now());
    const matcher = { candidates, items: openItemsOf(candidates) };
    matchers.set(account.id, matcher);
    return matcher;
  };
  const book: LineBooker['book'] = async (id, wishes, onlySure = false) => {
    const line = found(lines.get(id));
    const account = found(accounts.get(line.accountId));
    const { candidates, items } = await matcherOf(account);
    const targetNow = () => {
      if (line.state !== 'open') throw new RefusalError('line_booked');
      const match = matchAfter(sureOf.before(line), line, candidates, items);
      return onlySure && match.how !== 'automatic' ? null : chosenTarget(match, items);
    };
    const portions = wishes.map(({ named = {}, amountMinor, restAs }): PortionAsked => {
      const isNamed = Object.values(named).some((value) => value !== undefined);
      const target = isNamed ? targetOf(named, line.amount) : targetNow();
      if (target === null) throw new RefusalError('target_needed');
      return { target, amountMinor, restAs };
    });
    const effects = await inPart((tx) => {
      const booking: Booking = { ...by, tx, now: now(), desk, account, rates: candidates.rates };
      return bookLine(booking, id, portions);
    });
    sureOf.forget(line);
    const [only] = portions;
    if (only && portions.length === 1) leaveOutcome(outcomeOf(only.target, line, candidates, items), items);
    return effects;
  };
  return { lines, accounts, book };
}

/** The sure lines that are open, by which those after them in their statement are shown and so booked (R21.7). */
async function sureLinesOf(db: Outside['db'], lines: readonly OpenLine[]) {
  const sure = await listSureAmong(db, lines, SURE_BEFORE_MAX);
  const statements = new Map(
    Array.from(
      Map.groupBy(sure, ({ statementId }) => statementId),
      ([id, own]) => [id, new Map(own.map((line) => [line.id, line]))],
    ),
  );
  return {
    forget: ({ statementId, id }: OpenLine): void => void statements.get(statementId)?.delete(id),
    *before({ statementId, line: place }: OpenLine): Generator<OpenLine> {
      for (const line of statements.get(statementId)?.values() ?? []) {
        if (line.line >= place) return;
        yield line;
      }
    },
  };
}
