import { formatReference, parseReference } from '@sathi/domain/references.ts';
import type { StaffText, StaffTextKey } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';

export type Line = DataOf<'listLines'>[number];
type Rule = Line['match']['rule'];

const RULE_WORDS: Readonly<Record<Rule, StaffTextKey>> = {
  in_books: 'desk.rule.in_books',
  several_references: 'desk.rule.several_references',
  reference: 'desk.rule.reference',
  above_outstanding: 'desk.rule.above_outstanding',
  payout_returned: 'desk.rule.payout_returned',
  own_reference: 'desk.rule.own_reference',
  unknown_reference: 'desk.rule.unknown_reference',
  corrected: 'desk.rule.corrected',
  bare_digits: 'desk.rule.bare_digits',
  payer: 'desk.rule.payer',
  amount: 'desk.rule.amount',
  payout_sent: 'desk.rule.payout_sent',
  bounced: 'desk.rule.bounced',
  fee_column: 'desk.rule.fee_column',
  fee_words: 'desk.rule.fee_words',
  unknown: 'desk.rule.unknown',
};

/** Why a line was matched, in a sentence. */
export function reasonOf({ match: { rule } }: Line, { t }: StaffText): string {
  return t(RULE_WORDS[rule]);
}

/** References that the line is about, or may be, in fours. */
export function referencesOf({ match: { target, candidates } }: Line): string[] {
  const named =
    target !== null && 'reference' in target ? [target.reference] : candidates.map(({ reference }) => reference);
  return named.map((reference) => {
    const parsed = parseReference(reference);
    return parsed === null ? reference : formatReference(parsed);
  });
}

/** The effect of booking it, in dollars; null where booking alone does nothing. */
export function effectOf({ match: { preview } }: Line, { t, format }: StaffText): string | null {
  if (preview === null) return null;
  if (preview.amount === 0) return t('desk.effect.none');
  if (preview.amount < 0) return t('desk.effect.back', { amount: format.money(-preview.amount) });
  const paid = preview.settled.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const amounts = {
    amount: format.money(preview.amount),
    paid: format.money(paid),
    credit: format.money(preview.toCredit),
  };
  if (paid === 0 && preview.toCredit === 0) return t('desk.effect.repays', amounts);
  if (paid === 0) return t('desk.effect.credit', amounts);
  return t(preview.toCredit === 0 ? 'desk.effect.pays' : 'desk.effect.paysAndCredit', amounts);
}

export const RESULT_WORDS: Readonly<Record<DataOf<'bookLines'>['results'][number]['result'], StaffTextKey>> = {
  booked: 'desk.state.booked',
  line_booked: 'desk.result.line_booked',
  target_needed: 'desk.result.target_needed',
  unknown_reference: 'desk.result.unknown_reference',
  needs_expected: 'desk.result.needs_expected',
  second_person_needed: 'desk.result.second_person_needed',
  wrong_status: 'desk.result.wrong_status',
  rate_too_old: 'desk.result.rate_too_old',
  not_found: 'desk.result.not_found',
};

export const BADGE_WORDS: Readonly<Record<Line['badges'][number], StaffTextKey>> = {
  reversal: 'desk.badge.reversal',
  future: 'desk.badge.future',
  other_day: 'desk.badge.other_day',
};
