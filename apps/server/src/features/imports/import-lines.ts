import { PhoneField } from '@sathi/contract/address-fields.ts';
import { createProposal } from '@sathi/contract/proposals.ts';
import { TitleField } from '@sathi/contract/text-fields.ts';
import { LanguageField } from '@sathi/contract/users.ts';
import { NAME_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { plainNumber } from '@sathi/domain/digits.ts';
import { hasDraft, type ImportCells, type ImportColumn } from '@sathi/domain/imports.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN, type Cents } from '@sathi/domain/money.ts';
import { z } from 'zod';
import type { Language } from '../../http/language.ts';
import { fieldProblems } from '../../http/values.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import type { SheetLine } from './sheet.ts';

/** A draft as the call that makes a proposal takes it. */
export type ImportDraft = Readonly<Record<string, unknown>> & { readonly title?: unknown };
type Problem = { readonly column: ImportColumn; readonly problem: string };

export type ReadLine = {
  readonly row: number;
  /** The phone as it is stored where it is right, else as it was written. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly draft: ImportDraft | null;
  readonly problems: readonly Problem[];
};

/** The facts of an institution by which lines are judged. */
export type ImportPlace = {
  readonly language: Language;
  /** The money in which it lends beside dollars; null for none. */
  readonly localCurrency: string | null;
  /** Phones for which an account of it waits already, and those for which a draft does. */
  readonly waiting: Readonly<Record<'accounts' | 'drafts', ReadonlySet<string>>>;
  readonly isReached: (phone: string) => boolean;
  /** The dollars of a local sum at the rate of today; null where there is no rate. */
  readonly worthOf: (sum: Minor) => Cents | null;
};

const PersonFields = z.object({
  phone: PhoneField,
  firstName: TitleField(NAME_LENGTH_MAX),
  lastName: TitleField(NAME_LENGTH_MAX),
  language: LanguageField.optional(),
});

const COLUMN_OF: Readonly<Record<string, ImportColumn>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  amount: 'amount_usd',
  localAmount: 'local',
  'localAmount.amount': 'local',
  'localAmount.currency': 'currency',
  monthsToRepay: 'months_to_repay',
  startDate: 'needed_on',
  storyLanguage: 'story_language',
};

/** Judges every line by the rules of a sign-up and of a new proposal, and by the lines before it (R31.5). */
export function readLines(lines: readonly SheetLine[], place: ImportPlace): ReadLine[] {
  const seen = new Set<string>();
  return lines.map(({ row, cells }) => {
    const line = readLine(row, cells, place);
    const isRepeated = seen.has(line.phone);
    seen.add(line.phone);
    const waiting = line.draft === null ? place.waiting.accounts : place.waiting.drafts;
    const problem = isRepeated ? 'phone_repeated' : waiting.has(line.phone) ? 'phone_waits' : null;
    if (problem === null || line.problems.some(({ column }) => column === 'phone')) return line;
    return { ...line, problems: [{ column: 'phone', problem }, ...line.problems] };
  });
}

function readLine(row: number, cells: ImportCells, place: ImportPlace): ReadLine {
  const { phone = '', first_name: firstName = '', last_name: lastName = '', language } = cells;
  const person = PersonFields.safeParse({ phone, firstName, lastName, language: language?.toLowerCase() || undefined });
  const draft = hasDraft(cells) ? draftOf(cells) : null;
  return {
    row,
    ...(person.success ? person.data : { phone, firstName, lastName }),
    language: (person.success && person.data.language) || place.language,
    draft,
    problems: [
      ...phoneProblems(cells, person.success ? person.data.phone : null, place),
      ...(person.success ? [] : problemsOf(person.error).filter(({ problem }) => problem !== PHONE_TOLD)),
      ...(draft === null ? [] : draftProblems(draft, place)),
    ],
  };
}

/** The problem of a phone that {@link phoneProblems} tells in better words. */
const PHONE_TOLD = 'phone_malformed';

/** A number without its country code would be taken for one of North America. */
function phoneProblems({ phone = '' }: ImportCells, known: string | null, place: ImportPlace): Problem[] {
  const digits = plainNumber(phone).replaceAll(/[\s().\p{Pd}]/gu, '');
  const problem =
    phone === ''
      ? null
      : /^(0|\d{10}$)/.test(digits)
        ? 'phone_country_needed'
        : !PhoneField.safeParse(phone).success || (known !== null && !isSpeltRight(known))
          ? PHONE_TOLD
          : known !== null && !place.isReached(known)
            ? 'phone_without_sms'
            : null;
  return problem === null ? [] : [{ column: 'phone', problem }];
}

function draftOf(cells: ImportCells): ImportDraft {
  const { title, description, amount_usd: dollars, local, currency, months_to_repay: months, needed_on: day } = cells;
  const { place, category, story_language: storyLanguage } = cells;
  const isLocal = (local ?? '') !== '';
  return {
    title: title ?? '',
    description: description ?? '',
    ...((dollars ?? '') !== '' && { amount: plainNumber(dollars ?? '') }),
    ...(isLocal && { localAmount: { amount: plainNumber(local ?? ''), currency: currency?.toUpperCase() ?? '' } }),
    monthsToRepay: plainNumber(months ?? '') || null,
    startDate: plainNumber(day ?? ''),
    ...((place ?? '') !== '' && { place }),
    ...((category ?? '') !== '' && { category: category?.toLowerCase() }),
    ...((storyLanguage ?? '') !== '' && { storyLanguage: storyLanguage?.toLowerCase() }),
  };
}

function draftProblems(draft: ImportDraft, { localCurrency, worthOf }: ImportPlace): Problem[] {
  const read = createProposal.body.safeParse(draft);
  if (!read.success) return problemsOf(read.error);
  const { localAmount } = read.data;
  if (localAmount === undefined) return [];
  if (localAmount.currency !== localCurrency) return [{ column: 'currency', problem: 'invalid' }];
  const worth = worthOf(localAmount.amount);
  if (worth === null) return [];
  if (worth < AMOUNT_CENTS_MIN) return [{ column: 'local', problem: 'amount_below_one' }];
  return worth > AMOUNT_CENTS_MAX ? [{ column: 'local', problem: 'amount_too_large' }] : [];
}

function problemsOf(error: z.ZodError): Problem[] {
  return fieldProblems(error).map(({ path, problem }) => ({
    column: COLUMN_OF[path] ?? (path as ImportColumn),
    problem,
  }));
}
