import { parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { loanLimitRefusal, type OwnLimit } from '@sathi/domain/loan-limits.ts';
import type { LocalCurrency } from '@sathi/domain/local-money.ts';
import { AMOUNT_CENTS_MAX, type Cents, cents, dollarsOf, parseDollars } from '@sathi/domain/money.ts';
import {
  type FormProblem,
  PLACE_LENGTH_MAX,
  type ProposalForm,
  proposalFormProblems,
} from '@sathi/domain/proposals.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { trimmedDecimal } from '../../../lib/amount.ts';
import type { ProposalSummary } from '../../../lib/wire.ts';
import { type TypedWhoAndWhere, whoAndWhereOf } from './typed-who-and-where.ts';

/** The form exactly as typed, in any digits. */
export type ProposalDraft = TypedWhoAndWhere & {
  title: string;
  description: string;
  amount: string;
  monthsToRepay: string;
  startDate: string;
  /** Storage key; empty without a picture. */
  image: string;
  imageAlt: string;
  /** Not empty when the owner accepts a part of the amount (R5.5). */
  acceptPartial: string;
};

export const EMPTY_DRAFT: ProposalDraft = {
  title: '',
  description: '',
  amount: '',
  monthsToRepay: '',
  startDate: '',
  image: '',
  imageAlt: '',
  place: '',
  category: '',
  storyLanguage: '',
  acceptPartial: '',
};

export type DraftProblem = FormProblem | 'amount_malformed' | 'outside_limits';
export type DraftProblems = Partial<Record<keyof ProposalDraft, DraftProblem>>;

export function isEmptyDraft(draft: ProposalDraft): boolean {
  return Object.values(draft).every((text) => text.trim() === '');
}

/** Storage may hold a draft of an older version of this code, which lacks `acceptPartial`. */
export function isProposalDraft(value: unknown): value is ProposalDraft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  fields.set('acceptPartial', fields.get('acceptPartial') ?? '');
  return Object.keys(EMPTY_DRAFT).every((name) => typeof fields.get(name) === 'string');
}

export function draftOf(proposal: ProposalSummary): ProposalDraft {
  const { title, description, monthsToRepay, startDate, image, imageAlt, acceptPartial } = proposal;
  const amount = String(proposal.localAmount?.amount ?? proposal.amount);
  const words = { title, description, amount, monthsToRepay: String(monthsToRepay), startDate };
  const { place, category, storyLanguage } = proposal;
  const whoAndWhere = { place: place ?? '', category: category ?? '', storyLanguage: storyLanguage ?? '' };
  const picture = { image: image ?? '', imageAlt: imageAlt ?? '' };
  return { ...words, ...whoAndWhere, ...picture, acceptPartial: acceptPartial ? 'yes' : '' };
}

/**
 * Null when the proposal is as it was `before` the edit. Otherwise another tab or device has changed it: the latest
 * values, except for the fields that were typed here since.
 */
export function mergedDraft(before: ProposalDraft, typed: ProposalDraft, latest: ProposalDraft): ProposalDraft | null {
  const names = Object.keys(before) as (keyof ProposalDraft)[];
  if (names.every((name) => latest[name] === before[name])) return null;
  const mine = names.filter((name) => typed[name] !== before[name]);
  return { ...latest, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) };
}

/** The amount typed, or null when it is none yet. */
export function draftAmount(draft: ProposalDraft): Cents | null {
  return parseDollars(trimmedDecimal(draft.amount));
}

/** The typed months; NaN for text that is no whole number, null for an empty field. */
export function draftMonths(draft: ProposalDraft): number | null {
  const typed = plainNumber(draft.monthsToRepay);
  if (typed === '') return null;
  return /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
}

function formOf(draft: ProposalDraft): ProposalForm {
  return {
    title: draft.title,
    description: draft.description,
    amountCents: judgedAmount(draft),
    monthsToRepay: draftMonths(draft),
    neededOn: parseCalendarDate(draft.startDate),
  };
}

/** A negative or an endless number is an amount too, only not an allowed one, so the rule for amounts judges it. */
function judgedAmount(draft: ProposalDraft): Cents | null {
  const typed = trimmedDecimal(draft.amount);
  if (/^[-−]\d/.test(typed)) return cents(-1);
  if (/^\d{10,}(\.\d*)?$/.test(typed)) return cents(AMOUNT_CENTS_MAX + 1);
  return parseDollars(typed);
}

/**
 * One problem for each field that has one (specification section 5, R17.3, R17.4). `limit` bounds the amount where it is
 * known.
 */
export function draftProblems(draft: ProposalDraft, limit?: OwnLimit): DraftProblems {
  const form = formOf(draft);
  const { amountCents, neededOn, ...problems } = proposalFormProblems(form);
  const isOutside = limit && form.amountCents !== null && loanLimitRefusal(form.amountCents, limit) !== null;
  const isMalformed = amountCents === 'required' && draft.amount.trim() !== '';
  return {
    ...problems,
    ...(isOutside && { amount: 'outside_limits' as const }),
    ...(amountCents && { amount: isMalformed ? ('amount_malformed' as const) : amountCents }),
    ...(neededOn && { startDate: neededOn }),
    ...(placeProblem(draft.place) && { place: 'too_long' as const }),
    ...(lengthInCodePoints(draft.imageAlt.trim()) > ALT_LENGTH_MAX && { imageAlt: 'too_long' as const }),
  };
}

export function placeProblem(place: string): 'too_long' | null {
  return lengthInCodePoints(place.trim()) > PLACE_LENGTH_MAX ? 'too_long' : null;
}

/** True when the owner accepts the sum that comes together, from half of the amount on (R5.5). */
export function takesPart({ acceptPartial }: Partial<ProposalDraft>): boolean {
  return Boolean(acceptPartial);
}

/** The title and the description, by whose letters their language is guessed. */
export function wordsOf({ title, description }: Pick<ProposalDraft, 'title' | 'description'>): string {
  return `${title}\n${description}`;
}

/** The fields as the wire carries them, the sum in `currency` or dollars. Only for a draft without problems. */
export function bodyOf(draft: ProposalDraft, currency?: LocalCurrency) {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    ...(currency
      ? { localAmount: { amount: dollarsOf(draftAmount(draft)!).toFixed(2), currency } }
      : { amount: dollarsOf(draftAmount(draft)!) }),
    monthsToRepay: draftMonths(draft)!,
    startDate: parseCalendarDate(draft.startDate)!,
    image: draft.image || null,
    imageAlt: draft.image ? draft.imageAlt.trim() : '',
    acceptPartial: takesPart(draft),
    ...whoAndWhereOf(draft, wordsOf(draft)),
  };
}
