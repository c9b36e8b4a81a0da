import { daysBetween } from './calendar-date.ts';
import { fitsIntoLoan } from './line-effects.ts';
import { bareReferencesIn, nearReferencesIn, referencesIn, squeezed } from './line-references.ts';
import { leaveOutcome, type LineEffect, outcomeOf } from './match-effects.ts';
import { OWN_REFERENCE_LENGTH_MIN, type OpenItems, openItemsOf } from './open-items.ts';
import type { BookedDocument, Candidates, LoanNamed, MatchTarget, PayoutNamed } from './statement-candidates.ts';
import type { StatementLine } from './statement-lines.ts';
import { itemsInTurn } from './statement-matching-items.ts';
import { asBooked, equalPending, isNear } from './statement-matching-waiting.ts';

/** The table of R21.7, in the order in which it applies. */
export const MATCH_RULES = [
  'in_books',
  'several_references',
  'reference',
  'above_outstanding',
  'payout_returned',
  'own_reference',
  'unknown_reference',
  'corrected',
  'bare_digits',
  'payer',
  'amount',
  'payout_sent',
  'bounced',
  'fee_column',
  'fee_words',
  'unknown',
] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

export type Match = {
  /** `automatic` is ticked until an officer books (R21.8). */
  readonly how: 'automatic' | 'suggested' | 'none';
  readonly rule: MatchRule;
  readonly target: MatchTarget | null;
  /** References to choose from where there is no target. */
  readonly candidates: readonly string[];
};

/**
 * A match with the effect of booking the line alone, without naming a target; the effect is null where that does
 * nothing.
 */
export type MatchedLine = Match & { readonly effect: LineEffect | null };

/** Lines of one statement in the order of their file: each meets what the sure ones before it leave (R21.7, R21.8). */
export function matchInOrder(lines: readonly StatementLine[], candidates: Candidates): MatchedLine[] {
  return matchStatements([lines], candidates).flat();
}

/**
 * Matches each statement in its own order against the books alone: an open line of another may never be booked, or only
 * after these.
 *
 * The files of expectations ask for this order in the matches. Their sums come from booking the sure lines one after
 * the other and are no previews, so an effect here is that of the match on the books as they are: what booking this
 * line now does.
 */
export function matchStatements(
  statements: ReadonlyArray<readonly StatementLine[]>,
  candidates: Candidates,
): MatchedLine[][] {
  const books = openItemsOf(candidates);
  const open = openItemsOf(candidates);
  return statements.map((lines) => {
    const items = itemsInTurn(open);
    const matches = lines.map((line): MatchedLine => {
      const match = matchLine(line, candidates, items);
      leaveIfSure(match, line, candidates, items);
      const target = asBooked(chosenTarget(match, books), line, candidates, books);
      return { ...match, effect: outcomeOf(target, line, candidates, books)?.effect ?? null };
    });
    items.putBack();
    return matches;
  });
}

/**
 * The match of one line while the sure ones of these lines before it in its statement are open; `open` is afterwards as
 * it was.
 */
export function matchAfter(
  before: Iterable<StatementLine>,
  line: StatementLine,
  candidates: Candidates,
  open: OpenItems,
): Match {
  const items = itemsInTurn(open);
  for (const each of before) leaveIfSure(matchLine(each, candidates, items), each, candidates, items);
  const match = matchLine(line, candidates, items);
  items.putBack();
  return match;
}

function leaveIfSure({ how, target }: Match, line: StatementLine, candidates: Candidates, items: OpenItems): void {
  if (how === 'automatic') leaveOutcome(outcomeOf(target, line, candidates, items), items);
}

/** The target of a line that is booked without naming one: its match's, or the only candidate (R21.7). */
export function chosenTarget({ how, target, candidates }: Match, items: Pick<OpenItems, 'find'>): MatchTarget | null {
  const [reference] = candidates;
  if (target !== null || how === 'none' || reference === undefined || candidates.length > 1) return target;
  const named = items.find(reference);
  return named?.kind === 'person' || named?.kind === 'loan' ? { kind: named.kind, reference } : null;
}

/** One line among what is open (R21.7): the first rule that applies. */
export function matchLine(line: StatementLine, candidates: Candidates, items = openItemsOf(candidates)): Match {
  if (line.isFee) return { how: 'automatic', rule: 'fee_column', target: { kind: 'fee' }, candidates: [] };
  const exact = referencesIn(line);
  const known = exact.filter((reference) => items.find(reference) !== undefined);
  if (line.amount < 0) return matchOutgoing(line, known, candidates, items);
  if (line.amount === 0) return NOTHING;
  return (
    matchTill(line, items) ??
    matchKnown(line, known, candidates, items) ??
    matchOwnReference(line, candidates, items) ??
    matchGuess(line, exact, items)
  );
}

const NOTHING: Match = { how: 'none', rule: 'unknown', target: null, candidates: [] };

function found(how: 'automatic' | 'suggested', rule: MatchRule, target: MatchTarget): Match {
  return { how, rule, target, candidates: [] };
}

function suggested(rule: MatchRule, candidates: readonly string[]): Match {
  return { how: 'suggested', rule, target: null, candidates };
}

/** The cash of a round that was handed over, by the name of its till (R21.7). */
function matchTill(line: StatementLine, items: OpenItems): Match | null {
  const tills = [...new Set(wordsOf(line))]
    .flatMap((word) => items.withoutLine(word, line.amount))
    .filter(({ kind, valueOn }) => kind === 'till' && isNear(valueOn, line));
  const [document] = tills;
  return document && tills.length === 1 ? found('automatic', 'in_books', { kind: 'booked', document }) : null;
}

function wordsOf({ references, text }: StatementLine): string[] {
  return `${references.join(' ')} ${text}`
    .normalize('NFKC')
    .split(/[\s,;/]+/)
    .map(squeezed);
}

function matchKnown(
  line: StatementLine,
  known: readonly string[],
  candidates: Candidates,
  items: OpenItems,
): Match | null {
  const [reference] = known;
  if (reference === undefined) return null;
  const documents = known
    .flatMap((each) => items.withoutLine(each, line.amount))
    .filter(({ valueOn }) => isNear(valueOn, line))
    .map((each) => ({ each, days: Math.abs(daysBetween(each.valueOn, line.valueOn)) }))
    .toSorted((a, b) => a.days - b.days);
  const [nearest] = documents;
  // With several references, only a single document is sure; with one, the nearest is, and any other is the next
  // line's.
  if (nearest && (known.length === 1 || documents.length === 1))
    return found('automatic', 'in_books', { kind: 'booked', document: nearest.each });
  if (known.length > 1) return suggested('several_references', known);
  const named = items.find(reference);
  if (named?.kind === 'person') return found('automatic', 'reference', { kind: 'person', reference });
  if (named?.kind === 'loan') return matchLoan(line, named, candidates);
  if (named?.kind === 'payout') {
    const isSure = isPayoutOf(named, candidates, line.amount) && named.state === 'sent';
    return found(isSure ? 'automatic' : 'suggested', 'payout_returned', payoutTarget(named, 'failed'));
  }
  return null;
}

function matchLoan(line: StatementLine, loan: LoanNamed, candidates: Candidates): Match {
  const words = [line.bankRef, ...line.references, line.text].map(squeezed);
  const names = (own: string) =>
    own !== '' && words.some((word, index) => word === own || (index > 0 && word.includes(own)));
  const equal = equalPending(loan, line, candidates);
  const payment =
    equal.find(({ ownReference }) => names(squeezed(ownReference))) ?? equal.find(({ paidOn }) => isNear(paidOn, line));
  if (payment) return found('automatic', 'reference', { kind: 'payment', id: payment.id, loan: loan.reference });
  const target = { kind: 'loan', reference: loan.reference } as const;
  const { rates, account } = candidates;
  return fitsIntoLoan(loan, { ...line, currency: account.currency, rates })
    ? found('automatic', 'reference', target)
    : found('suggested', 'above_outstanding', target);
}

/** The bank id or a word of the line is what somebody wrote down as the number of their pending payment. */
function matchOwnReference(line: StatementLine, { account }: Candidates, items: OpenItems): Match | null {
  const pending = items
    .pendingOf([squeezed(line.bankRef), ...wordsOf(line)])
    .filter(({ payment }) => payment.channel === account.kind);
  const [only] = pending;
  if (only === undefined || pending.length > 1) return null;
  const { payment, loan } = only;
  const isOthers = items.paidBefore(line.payerAccount).some((reference) => reference !== loan.reference);
  const isSure = payment.amount === line.amount && payment.currency === account.currency && !isOthers;
  return found(isSure ? 'automatic' : 'suggested', 'own_reference', {
    kind: 'payment',
    id: payment.id,
    loan: loan.reference,
  });
}

function matchGuess(line: StatementLine, exact: readonly string[], items: OpenItems): Match {
  if (exact.length > 0) return { ...NOTHING, rule: 'unknown_reference' };
  const near = nearReferencesIn(line).filter(items.isOwing);
  if (near.length > 0) return suggested('corrected', near);
  const bare = bareReferencesIn(line).filter(items.isOwing);
  if (bare.length > 0) return suggested('bare_digits', bare);
  const asking = items.asking(line.amount, line.valueOn);
  const before = items.paidBefore(line.payerAccount).filter((reference) => asking.includes(reference));
  if (before.length === 1) return suggested('payer', before);
  return asking.length === 1 ? suggested('amount', asking) : NOTHING;
}

function matchOutgoing(line: StatementLine, known: readonly string[], candidates: Candidates, items: OpenItems): Match {
  const payouts = known.map(items.find).filter((named) => named?.kind === 'payout');
  const [payout] = payouts;
  if (payouts.length > 1)
    return suggested(
      'several_references',
      payouts.map(({ reference }) => reference),
    );
  if (payout !== undefined) {
    const isSure = isPayoutOf(payout, candidates, -line.amount) && payout.state === 'approved';
    return found(isSure ? 'automatic' : 'suggested', 'payout_sent', payoutTarget(payout, 'sent'));
  }
  const document = line.isReversal ? bouncedDocument(line, known, candidates) : undefined;
  if (document) return found('suggested', 'bounced', { kind: 'booked', document });
  const text = line.text.normalize('NFKC').toUpperCase();
  const isFee = candidates.account.feeWords
    .map((word) => word.normalize('NFKC').trim().toUpperCase())
    .some((word) => word !== '' && text.includes(word));
  return isFee ? found('suggested', 'fee_words', { kind: 'fee' }) : NOTHING;
}

function bouncedDocument(
  line: StatementLine,
  known: readonly string[],
  { booked }: Candidates,
): BookedDocument | undefined {
  const words = squeezed([...line.references, line.text].join(' '));
  const names = (bankRef: string) => bankRef.length >= OWN_REFERENCE_LENGTH_MIN && words.includes(bankRef);
  return booked.find(
    ({ kind, amount, reference, bankRef }) =>
      kind === 'receipt' && amount === -line.amount && (known.includes(reference) || names(squeezed(bankRef))),
  );
}

function isPayoutOf(payout: PayoutNamed, { account }: Candidates, amount: number): boolean {
  return payout.accountId === account.id && payout.amount === amount;
}

function payoutTarget({ id, reference }: PayoutNamed, becomes: 'sent' | 'failed'): MatchTarget {
  return { kind: 'payout', id, reference, becomes };
}
