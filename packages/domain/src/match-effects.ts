import {
  type Arrived,
  countedLocal,
  countsFor,
  loanAfter,
  paymentCents,
  type ReceiptEffect,
  receiptEffect,
  roomInLoan,
} from './line-effects.ts';
import { type Cents, cents, subtractCents, ZERO_CENTS } from './money.ts';
import type { OpenItems } from './open-items.ts';
import type { BookedDocument, Candidates, LoanNamed, MatchTarget, Named, PayoutNamed } from './statement-candidates.ts';
import type { StatementLine } from './statement-lines.ts';

/** The effect of booking a line, in cents; `settles` and `creditCents` for money of a person. */
export type LineEffect = Pick<ReceiptEffect, 'cents'> & Partial<Pick<ReceiptEffect, 'settles' | 'creditCents'>>;

type Outcome = {
  readonly effect: LineEffect;
  /** The person, loan or payout as the line leaves it. */
  readonly after?: Named;
  readonly linked?: BookedDocument;
};

const NO_MONEY: LineEffect = { cents: ZERO_CENTS };

/** The outcome of booking a line on this target; null for none, and where no rate of the day is known. */
export function outcomeOf(
  target: MatchTarget | null,
  line: StatementLine,
  candidates: Candidates,
  items: OpenItems,
): Outcome | null {
  if (target === null) return null;
  switch (target.kind) {
    case 'fee':
      return { effect: NO_MONEY };
    case 'booked':
      return outcomeOfBooked(target.document, line, candidates);
    case 'payment':
      return outcomeOfPending(items.find(target.loan), target.id, line.amount);
    case 'payout': {
      const payout = items.find(target.reference);
      return payout?.kind === 'payout' ? outcomeOfPayout(payout, target.becomes, line, candidates) : null;
    }
    default:
      return outcomeOfNamed(items.find(target.reference), line, candidates);
  }
}

/** Those after it meet what a sure line leaves. */
export function leaveOutcome(outcome: Outcome | null, items: OpenItems): void {
  if (outcome?.linked) items.link(outcome.linked);
  if (outcome?.after) items.replace(outcome.after);
}

/**
 * The sum leaves, or is there again; a request that somebody moved by hand before is linked only, and once. Another account or sum is none
 * of it, but for the fee that a bank keeps of what it gives back; whether local money is the sum is seen when it is booked.
 */
function outcomeOfPayout(
  payout: PayoutNamed,
  becomes: 'sent' | 'failed',
  { amount }: StatementLine,
  { account }: Candidates,
): Outcome | null {
  const { state, cents: worth } = payout;
  const isHere = payout.accountId === 0 || payout.accountId === account.id;
  const isSum = becomes === 'sent' ? -amount === payout.amount : amount <= payout.amount;
  if (!isHere || (account.currency === 'USD' && !isSum)) return null;
  if (state === becomes) return payout.hasLine ? null : { effect: NO_MONEY };
  const moves = becomes === 'sent' ? state === 'approved' || state === 'asked' : state === 'sent';
  if (!moves) return null;
  return {
    effect: { cents: becomes === 'sent' ? subtractCents(ZERO_CENTS, worth) : worth },
    after: { ...payout, state: becomes },
  };
}

/** Money that goes back bounces a receipt; money that came is the document that is there. */
function outcomeOfBooked(document: BookedDocument, line: StatementLine, { account }: Candidates): Outcome | null {
  if (line.amount > 0) return { effect: NO_MONEY, linked: document };
  return account.currency === 'USD' ? { effect: { cents: line.amount as Cents } } : null;
}

/** Another sum than was entered decides nothing. */
function outcomeOfPending(loan: Named | undefined, id: number, amount: number): Outcome | null {
  const payment = loan?.kind === 'loan' ? loan.pending.find((each) => each.id === id) : undefined;
  if (loan?.kind !== 'loan' || payment?.amount !== amount) return null;
  const local = loan.local === null ? 0 : countedLocal(payment, loan.local);
  return { effect: { cents: payment.cents }, after: loanAfter(loan, payment.cents, local, payment) };
}

function outcomeOfNamed(named: Named | undefined, line: StatementLine, candidates: Candidates): Outcome | null {
  const arrived = { ...line, currency: candidates.account.currency, rates: candidates.rates };
  if (named?.kind === 'loan') {
    const worth = paymentCents(named, arrived);
    return worth === null ? null : outcomeOfPayment(named, worth, arrived);
  }
  const effect = named?.kind === 'person' ? receiptEffect(named, arrived) : null;
  if (effect === null) return null;
  const { after, ...shown } = effect;
  return { effect: shown, after };
}

/** The part above what the loan still owes is credit of its owner (R22.4). */
function outcomeOfPayment(loan: LoanNamed, worth: number, arrived: Arrived): Outcome {
  const rest = Math.max(0, worth - roomInLoan(loan));
  return {
    effect: { cents: cents(worth), ...(rest > 0 && { creditCents: cents(rest) }) },
    after: loanAfter(loan, worth - rest, countsFor(loan, arrived, worth)),
  };
}
