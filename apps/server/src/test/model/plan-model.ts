/** The due days of a loan, in days since 1970 in the time zone of its office, and what is due on each in cents. */
export const DAY = 86_400_000;
const KOLKATA = 5.5 * 3_600_000;
const GRACE_DAYS = 3;
const DEFAULT_DAYS = 180;

type Instalment = { readonly dueOn: number; readonly amount: number };

export const dayOf = (now: number) => Math.floor((now + KOLKATA) / DAY);
export const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
/** The same day of a later month, or its last (R8.2). */
export function monthsAfter(day: number, months: number): number {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY;
}

/** Equal parts rounded down, of which the last takes the rest (R8.1). */
function split(amount: number, months: number, firstDueOn: number): Instalment[] {
  const each = Math.floor(amount / months);
  return Array.from({ length: months }, (_, index) => ({
    dueOn: monthsAfter(firstDueOn, index),
    amount: index < months - 1 ? each : amount - each * (months - 1),
  }));
}

/** A plan of instalments; whatever changes it makes a new one. */
export class Plan {
  readonly instalments: readonly Instalment[];
  constructor(instalments: readonly Instalment[]) {
    this.instalments = instalments;
  }
  static of(amount: number, months: number, startOn: number): Plan {
    return new Plan(
      Array.from(split(amount, months, startOn), (one, index) => ({
        ...one,
        dueOn: monthsAfter(startOn, index + 1),
      })),
    );
  }

  /** Payments fill the oldest first (R8.3). */
  progress(paid: number): (Instalment & { readonly paid: number })[] {
    let left = paid;
    return this.instalments.map((one) => {
      const part = Math.min(left, one.amount);
      left -= part;
      return { ...one, paid: part };
    });
  }
  /** Days since the oldest unpaid day, from its fourth on (R10.7). */
  daysLate(paid: number, today: number): number {
    const oldest = this.progress(paid).find((one) => one.paid < one.amount);
    const days = oldest === undefined ? 0 : today - oldest.dueOn;
    return days > GRACE_DAYS ? days : 0;
  }
  /** R10.9: half a year without a payment while late, or after the last day. */
  isInDoubt(paid: number, today: number, lastPaidOn: number): boolean {
    const daysLate = this.daysLate(paid, today);
    if (daysLate === 0) return false;
    const firstLateOn = today - daysLate + GRACE_DAYS + 1;
    const lastDueOn = this.instalments.at(-1)?.dueOn ?? today;
    return today - Math.max(firstLateOn, lastPaidOn) >= DEFAULT_DAYS || today - lastDueOn >= DEFAULT_DAYS;
  }

  /** The months count from the day on which the money was sent; paid days stay (R4.4). */
  sentOn(day: number, paid: number): Plan {
    return this.moved(paid, (_, index) => monthsAfter(day, index + 1));
  }
  /** R28.4. */
  paused(months: number, paid: number): Plan {
    return this.moved(paid, ({ dueOn }) => monthsAfter(dueOn, months));
  }
  /** Days behind what is paid move, those of instalments of nothing among them, so that their order stays. */
  private moved(paid: number, to: (one: Instalment, index: number) => number): Plan {
    let left = paid;
    return new Plan(
      this.instalments.map((one, index) => {
        left -= one.amount;
        return left >= 0 ? one : { ...one, dueOn: Math.max(one.dueOn, to(one, index)) };
      }),
    );
  }
  /** The paid part stays, and the rest is split again (R28.2). */
  changed(paid: number, months: number, firstDueOn: number): Plan {
    const rest = this.instalments.reduce((sum, { amount }) => sum + amount, 0) - paid;
    const kept = this.progress(paid).map(({ dueOn, paid: amount }) => ({ dueOn, amount }));
    return new Plan([...kept.filter(({ amount }) => amount > 0), ...split(rest, months, firstDueOn)]);
  }
  /** The last fall first (R30.1), and with them those of nothing that would be the last. */
  forgiven(sum: number): Plan {
    let left = sum;
    const fallen = this.instalments.toReversed().map((one) => {
      const part = Math.min(left, one.amount);
      left -= part;
      return { ...one, amount: one.amount - part };
    });
    const kept = fallen.toReversed();
    return new Plan(kept.slice(0, kept.findLastIndex(({ amount }) => amount > 0) + 1));
  }
}
