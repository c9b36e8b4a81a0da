import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { PaymentId, ProposalId, ReceiptId, TillId } from '@sathi/domain/ids.ts';
import { type Minor, writeLocal } from '@sathi/domain/local-money.ts';
import { addCents, type Cents, ZERO_CENTS } from '@sathi/domain/money.ts';
import type { Collection } from '@sathi/domain/pay-ins.ts';
import type { Match } from '@sathi/domain/statement-matching.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { StatementRefusal } from './reading/statement-messages.ts';
import type { LineRow } from './lines.repository.ts';
import type { StatementRow } from './statements.repository.ts';

export function statementAnswer({ fromOn, toOn, openingMinor, closingMinor, badRows, ...same }: StatementRow) {
  return {
    ...same,
    from: fromOn,
    to: toOn,
    opening: openingMinor === null ? null : writeLocal(openingMinor as Minor),
    closing: closingMinor === null ? null : writeLocal(closingMinor as Minor),
    badRows: [...badRows],
  };
}

export function lineAnswer({ amountMinor, currency, isReversal, match, standsOn, ...same }: LineRow, office: Office) {
  const badges = [
    isReversal && ('reversal' as const),
    same.valueOn > office.today && ('future' as const),
    standsOn !== null && ('other_day' as const),
  ].filter((badge) => badge !== false);
  return {
    ...same,
    local: { amount: writeLocal(amountMinor as Minor), currency },
    reversal: isReversal,
    match: {
      how: match.how,
      rule: match.rule,
      target: targetAnswer(match.target),
      candidates: match.candidates.map((reference) => ({ reference })),
      preview: same.state === 'open' ? previewOf(match, office) : null,
    },
    badges,
  };
}

/** The place of the institution, and whether it holds credit of people (R19.1). */
export type Office = { readonly today: CalendarDate; readonly collection: Collection };

/**
 * The effects that a line would have, as they are answered. At trust nobody has credit, so that money of a person does
 * nothing, nor a rest above a loan (R19.1, R22.4).
 */
function previewOf({ effect }: LineRow['match'], { collection }: Office) {
  if (effect === null || effect === undefined) return null;
  const { cents: amountCents, settles = [], creditCents = ZERO_CENTS } = effect;
  const isOfPerson = effect.settles !== undefined || creditCents > 0;
  if (isOfPerson && collection === 'trust') return null;
  return effectsAnswer({
    amountCents,
    settled: settles.map(({ proposalId, cents }) => ({ proposalId: proposalId as ProposalId, amountCents: cents })),
    toCreditCents: creditCents,
  });
}

/** The dollars by which the institution holds more for others, and where they went. */
export type Effects = {
  readonly amountCents: Cents;
  readonly settled: ReadonlyArray<{ readonly proposalId: ProposalId; readonly amountCents: Cents }>;
  readonly toCreditCents: Cents;
};

export function effectsAnswer({ amountCents, settled, toCreditCents }: Effects) {
  const sums = Map.groupBy(settled, ({ proposalId }) => proposalId);
  return {
    amount: amountCents,
    settled: Array.from(sums, ([proposalId, parts]) => ({
      proposalId,
      amount: parts.reduce((sum, part) => addCents(sum, part.amountCents), ZERO_CENTS),
    })),
    toCredit: toCreditCents,
  };
}

function targetAnswer(target: Match['target']) {
  if (target === null) return null;
  if (target.kind === 'fee') return { as: 'fee' as const };
  if (target.kind === 'payment') return { paymentId: target.id as PaymentId };
  if (target.kind !== 'booked') return { reference: target.reference };
  const { kind, id } = target.document;
  if (kind === 'payment') return { paymentId: id as PaymentId };
  return kind === 'receipt' ? { receiptId: id as ReceiptId } : { tillId: id as TillId };
}

/** The refusal of a file, with the facts by which an officer finds the reason. */
export function statementRefusal(refusal: StatementRefusal): RefusalError {
  const { code } = refusal;
  if (code === 'statement_malformed') {
    return new RefusalError(code, refusal.line === null ? {} : { facts: { line: refusal.line } });
  }
  if (code === 'balance_mismatch') {
    const { opening, lines, closing } = refusal;
    const facts = { opening, lines: Number(lines), closing };
    return new RefusalError(code, {
      facts: Object.fromEntries(Object.entries(facts).map(([name, sum]) => [name, writeLocal(sum as Minor)])),
    });
  }
  if (code === 'mapping_needed') {
    const { headers, sample, proposal } = refusal;
    return new RefusalError(code, { facts: { headers, sample, proposal } });
  }
  return new RefusalError(code);
}
