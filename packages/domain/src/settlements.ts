import { type CalendarDate, addMonths } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import { ENTRY_DAYS } from './staff.ts';
import type { UserId } from './ids.ts';

/** The statement of a month of an institution, as far as it is signed. */
export type Signatures = {
  readonly enteredBy: UserId;
  readonly enteredAt: Date;
  readonly approvedAt: Date | null;
};
export const SETTLEMENT_STATES = ['open', 'entered', 'locked'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** A first signature that nobody follows ends like every entry (R34.3); a second one locks the month for ever. */
export function settlementState(signed: Signatures | null, now: Date): SettlementState {
  if (signed === null) return 'open';
  if (signed.approvedAt !== null) return 'locked';
  return now.getTime() - signed.enteredAt.getTime() < ENTRY_DAYS * DAY_MS ? 'entered' : 'open';
}

/** A month is signed once it is over where the institution is. `month` is its first day. */
export function isMonthOver(month: CalendarDate, today: CalendarDate): boolean {
  return addMonths(month, 1) <= today;
}
