import type { CalendarDate } from './calendar-date.ts';
import { squeezed } from './line-references.ts';
import {
  askedAmount,
  type BookedDocument,
  type Candidates,
  dueCentsOf,
  isOwing,
  type LoanNamed,
  type Named,
  type PendingPayment,
} from './statement-candidates.ts';

/** Shorter references of people's own occur in a text by chance. */
export const OWN_REFERENCE_LENGTH_MIN = 6;

export type PendingOfLoan = { readonly loan: LoanNamed; readonly payment: PendingPayment };

/** The candidates while the lines of a file are matched in turn: what a sure line would do is gone for those after it. */
export type OpenItems = {
  readonly find: (reference: string) => Named | undefined;
  readonly isOwing: (reference: string) => boolean;
  /** References of which exactly this amount is asked on that day. */
  readonly asking: (amount: number, day: CalendarDate) => readonly string[];
  /** Pending payments whose own reference is one of these words. */
  readonly pendingOf: (words: Iterable<string>) => readonly PendingOfLoan[];
  readonly withoutLine: (reference: string, amount: number) => readonly BookedDocument[];
  readonly paidBefore: (payerAccount: string) => readonly string[];
  readonly replace: (named: Named) => void;
  readonly link: (document: BookedDocument) => void;
};

export function openItemsOf(candidates: Candidates): OpenItems {
  const named = new Map(candidates.named.map((each) => [each.reference, each]));
  const byOwnReference = Map.groupBy(ownReferencesIn(candidates.named), ({ words }) => words);
  const booked = Map.groupBy(candidates.booked, (document) => `${document.reference} ${document.amount}`);
  const payers = Map.groupBy(candidates.payers, ({ payerAccount }) => squeezed(payerAccount));
  const linked = new Set<BookedDocument>();
  const asked = askedIndex(candidates, named);

  return {
    find: (reference) => named.get(reference),
    isOwing: (reference) => {
      const found = named.get(reference);
      return found !== undefined && isOwing(found);
    },
    asking: asked.asking,
    pendingOf: (words) =>
      [...new Set(words)].flatMap((word) =>
        (byOwnReference.get(word) ?? []).flatMap(({ reference, id }) => {
          const loan = named.get(reference);
          if (loan?.kind !== 'loan') return [];
          return loan.pending.filter((payment) => payment.id === id).map((payment) => ({ loan, payment }));
        }),
      ),
    withoutLine: (reference, amount) =>
      (booked.get(`${reference} ${amount}`) ?? []).filter((document) => !document.hasLine && !linked.has(document)),
    paidBefore: (payerAccount) => [
      ...new Set((payers.get(squeezed(payerAccount)) ?? []).map(({ reference }) => reference)),
    ],
    replace: (next) => {
      asked.forget(named.get(next.reference), next);
      named.set(next.reference, next);
    },
    link: (document) => linked.add(document),
  };
}

function ownReferencesIn(named: readonly Named[]): { words: string; reference: string; id: number }[] {
  return named.flatMap((each) =>
    each.kind !== 'loan'
      ? []
      : each.pending
          .map(({ ownReference, id }) => ({ words: squeezed(ownReference), reference: each.reference, id }))
          .filter(({ words }) => words.length >= OWN_REFERENCE_LENGTH_MIN),
  );
}

/** Asking everybody anew for every line would take hours for a large file, so each day is asked once. */
function askedIndex({ account: { currency }, rates }: Candidates, named: ReadonlyMap<string, Named>) {
  const days = new Map<CalendarDate, Map<number, Set<string>>>();

  const indexOf = (day: CalendarDate): Map<number, Set<string>> => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const index = new Map<number, Set<string>>();
    days.set(day, index);
    for (const each of named.values()) add(index, day, each);
    return index;
  };

  const add = (index: Map<number, Set<string>>, day: CalendarDate, each: Named): void => {
    const amount = askedOf(each, day);
    if (amount === null) return;
    const references = index.get(amount) ?? new Set();
    index.set(amount, references.add(each.reference));
  };

  const askedOf = (each: Named, day: CalendarDate): number | null => {
    if (each.kind === 'person') {
      const due = dueCentsOf(each);
      return due > 0 ? askedAmount(due, day, currency, rates) : null;
    }
    // A payment that waits for its decision is what the instalment asked.
    if (each.kind === 'payout' || each.pending.length > 0 || each.outstandingCents === 0) return null;
    if (each.local?.currency === currency) return each.local.instalment;
    return askedAmount(each.instalmentCents, day, currency, rates);
  };

  return {
    asking: (amount: number, day: CalendarDate): readonly string[] => [...(indexOf(day).get(amount) ?? [])].toSorted(),
    forget: (before: Named | undefined, after: Named): void => {
      for (const [day, index] of days) {
        const amount = before === undefined ? null : askedOf(before, day);
        if (amount !== null) index.get(amount)?.delete(after.reference);
        add(index, day, after);
      }
    },
  };
}
