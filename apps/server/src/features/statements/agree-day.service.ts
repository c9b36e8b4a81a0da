import { agreeRefusal, documentsByDay, needsDayReason, withGaps } from '@sathi/domain/account-days.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MoneyAccountId } from '@sathi/domain/ids.ts';
import { RefusalError, refuseIf } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import {
  confirmReceiptsOf,
  type DayRow,
  documentOf,
  insertAgreedDay,
  insertDayReasons,
  listWithoutLine,
} from './account-days.repository.ts';

type Asked = {
  readonly accountId: MoneyAccountId;
  readonly day: CalendarDate;
  readonly timeZone: string;
  /** The days of the account up to this one, locked. */
  readonly days: readonly DayRow[];
  /** The person had a hand in the day, in an office of one. */
  readonly selfApproved: boolean;
  /** The balances of the bank's own screen, in minor units. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** The reason for the documents that need one and are not named. */
  readonly reason: string | undefined;
  readonly reasons: ReadonlyArray<{ readonly document: string; readonly reason: string }>;
};

/**
 * Agrees a day of an account: it is final, and its receipts are confirmed (R21.10, R25.10). In an office of one the same person
 * may, which is marked.
 * @throws RefusalError `day_has_gap` with the balances that were typed, `reason_required`
 */
export async function agreeDay({ tx, viewer, now }: Omit<Change, 'attempt'>, asked: Asked): Promise<void> {
  const { accountId, day, selfApproved } = asked;
  const days = withGaps(asked.days.map((row) => withTyped(row, asked)));
  refuseIf(agreeRefusal(days, day));
  const given = { accountId, day, givenBy: viewer.id, givenAt: now };
  await insertDayReasons(tx, given, await reasonsFor(tx, days, asked, now));
  const own = days.find((each) => each.day === day);
  const balances = { openingMinor: own?.opening ?? 0, closingMinor: own?.closing ?? 0 };
  const agreed = { accountId, day, ...balances, agreedBy: viewer.id, agreedAt: now, selfApproved };
  await insertAgreedDay(tx, agreed);
  await confirmReceiptsOf(tx, agreed);
}

/** Balances are typed only where no file tells them. */
function withTyped(row: DayRow, { day, opening, closing }: Asked): DayRow {
  if (row.day !== day) return row;
  return { ...row, opening: row.opening ?? opening, closing: row.closing ?? closing };
}

/** Documents that have waited too long stand on this day, each with a reason. @throws RefusalError `reason_required` */
async function reasonsFor(
  tx: Change['tx'],
  days: readonly DayRow[],
  { accountId, day, timeZone, reason, reasons }: Asked,
  now: Date,
) {
  const today = calendarDateIn(timeZone, now);
  const standing = documentsByDay(days, await listWithoutLine(tx, accountId, now)).get(day) ?? [];
  return standing.flatMap((document) => {
    const named = reasons.find((each) => each.document === documentOf(document))?.reason;
    const needsReason = needsDayReason(document.on, today);
    const given = named ?? (needsReason ? reason : undefined);
    if (given !== undefined) return [{ ...document, reason: given }];
    if (needsReason) throw new RefusalError('reason_required');
    return [];
  });
}
