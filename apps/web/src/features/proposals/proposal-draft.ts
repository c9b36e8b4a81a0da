import { type CalendarDate, parseCalendarDate } from '@sathi/domain/calendar-date.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { AMOUNT_CENTS_MAX, type Cents, cents, dollarsOf, parseDollars } from '@sathi/domain/money.ts';
import { type FormProblem, type ProposalForm, proposalFormProblems } from '@sathi/domain/proposals.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { trimmedDecimal } from '../../lib/digits.ts';
import type { ProposalSummary } from '../../lib/wire.ts';

/** What stands in the form, exactly as typed, in whatever digits. */
export type ProposalDraft = {
  title: string;
  description: string;
  amount: string;
  monthsToRepay: string;
  startDate: string;
  /** Storage key; empty without a picture. */
  image: string;
  imageAlt: string;
};

export const EMPTY_DRAFT: ProposalDraft = {
  title: '',
  description: '',
  amount: '',
  monthsToRepay: '',
  startDate: '',
  image: '',
  imageAlt: '',
};

export type DraftProblem = FormProblem | 'amount_malformed';
export type DraftProblems = Partial<Record<keyof ProposalDraft, DraftProblem>>;

export function isEmptyDraft(draft: ProposalDraft): boolean {
  return Object.values(draft).every((text) => text.trim() === '');
}

/** Storage may hold what an older version of this code wrote. */
export function isProposalDraft(value: unknown): value is ProposalDraft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.keys(EMPTY_DRAFT).every((name) => typeof fields.get(name) === 'string');
}

export function draftOf(proposal: ProposalSummary): ProposalDraft {
  const { title, description, amount, monthsToRepay, startDate, image, imageAlt } = proposal;
  const words = { title, description, amount: String(amount), monthsToRepay: String(monthsToRepay), startDate };
  return { ...words, image: image ?? '', imageAlt: imageAlt ?? '' };
}

/** The amount typed, or null when it is none yet. */
export function draftAmount(draft: ProposalDraft): Cents | null {
  return parseDollars(trimmedDecimal(draft.amount));
}

/** The months typed; NaN for what is not a whole number, null for nothing. */
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

/** One problem for each field that has one (specification section 5, R17.3, R17.4). */
export function draftProblems(draft: ProposalDraft): DraftProblems {
  const { amountCents, neededOn, ...problems } = proposalFormProblems(formOf(draft));
  const isMalformed = amountCents === 'required' && draft.amount.trim() !== '';
  return {
    ...problems,
    ...(amountCents && { amount: isMalformed ? ('amount_malformed' as const) : amountCents }),
    ...(neededOn && { startDate: neededOn }),
    ...(lengthInCodePoints(draft.imageAlt.trim()) > ALT_LENGTH_MAX && { imageAlt: 'too_long' as const }),
  };
}

/** The fields as the wire carries them. Only for a draft without problems. */
export function bodyOf(draft: ProposalDraft) {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    amount: dollarsOf(draftAmount(draft)!),
    monthsToRepay: draftMonths(draft)!,
    startDate: parseCalendarDate(draft.startDate)!,
    image: draft.image || null,
    imageAlt: draft.image ? draft.imageAlt.trim() : '',
  };
}

/** R17.5: allowed, but worth a word before others see it. */
export function isPastDay(day: string, today: CalendarDate): boolean {
  const date = parseCalendarDate(day);
  return date !== null && date < today;
}
