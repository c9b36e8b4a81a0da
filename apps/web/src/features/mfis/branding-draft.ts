import { isEmail, isPhone, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { isReadableBrandColor } from '@sathi/domain/colors.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { MFI_TEXT_LANGUAGES, MFI_TEXT_LENGTH_MAX, type MfiTexts, type MfiWords } from '@sathi/domain/mfi-words.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

type Mfi = DataOf<'updateMfi'>;

type TextLanguage = keyof MfiTexts;
export type TextField = `texts.${TextLanguage}.${keyof MfiWords}`;

const WORDS = ['slogan', 'welcomeMessage'] as const;
/** The words in other languages, each by its path in a request. */
export const TEXT_FIELDS = WORDS.flatMap((name) =>
  MFI_TEXT_LANGUAGES.map((language) => ({ name, language, field: `texts.${language}.${name}` as const })),
);

/** The form exactly as typed. `logo` is the key of a new picture, null while the present one stays. */
export type BrandingDraft = {
  logo: string | null;
  primaryColor: string;
  accentColor: string;
  slogan: string;
  welcomeMessage: string;
  website: string;
  phone: string;
  email: string;
  hideUnchecked: boolean;
} & Record<TextField, string>;

export type BrandingProblems = Partial<Record<keyof BrandingDraft, StaffTextKey>>;

export function draftOf(mfi: Mfi): BrandingDraft {
  const { primaryColor, accentColor, slogan, welcomeMessage, website, phone, email, hideUnchecked } = mfi;
  const texts = TEXT_FIELDS.map(({ name, language, field }) => [field, mfi.texts[language][name]]);
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    logo: null,
    primaryColor,
    accentColor,
    slogan,
    welcomeMessage,
    website,
    phone,
    email,
    hideUnchecked,
  };
}

/** The words in other languages as they are typed, as the start page would have them. */
export function textsOf(draft: BrandingDraft): MfiTexts {
  const wordsIn = (language: TextLanguage) => ({
    slogan: draft[`texts.${language}.slogan`].trim(),
    welcomeMessage: draft[`texts.${language}.welcomeMessage`].trim(),
  });
  return { be: wordsIn('be'), ar: wordsIn('ar') };
}

/** Judges as the server does, so that a refused form is not sent. Unchanged fields are not judged. */
export function draftProblems(draft: BrandingDraft, before: BrandingDraft): BrandingProblems {
  const problems: BrandingProblems = {
    ...Object.fromEntries(TEXT_FIELDS.map(({ field }) => [field, lengthProblem(draft[field])])),
    primaryColor: colorProblem(draft.primaryColor, 'primary'),
    accentColor: colorProblem(draft.accentColor, 'accent'),
    slogan: lengthProblem(draft.slogan),
    welcomeMessage: lengthProblem(draft.welcomeMessage),
    website: required(draft.website) ?? (normalizeLink(draft.website) === null ? 'mfi.settings.badWebsite' : undefined),
    phone: required(draft.phone) ?? (isPhone(normalizePhone(draft.phone)) ? undefined : 'mfi.settings.badPhone'),
    email: required(draft.email) ?? (isEmail(normalizeEmail(draft.email)) ? undefined : 'mfi.settings.badEmail'),
  } as BrandingProblems;
  const found = Object.entries(problems) as [keyof BrandingDraft, StaffTextKey | undefined][];
  return Object.fromEntries(found.filter(([field, problem]) => problem && draft[field] !== before[field]));
}

export const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * The problem of a colour, told while it is chosen, since a colour code does not show whether words can be read on it.
 */
export function colorProblem(color: string, use: 'primary' | 'accent'): StaffTextKey | undefined {
  if (!COLOR.test(color)) return 'mfi.settings.badColor';
  if (isReadableBrandColor(color, use)) return undefined;
  return use === 'primary' ? 'mfi.settings.primaryTooLight' : 'mfi.settings.accentTooLight';
}

function lengthProblem(text: string): StaffTextKey | undefined {
  return lengthInCodePoints(cleanText(text)) > MFI_TEXT_LENGTH_MAX ? 'common.tooLong' : undefined;
}

function required(text: string): StaffTextKey | undefined {
  return text.trim() === '' ? 'common.required' : undefined;
}

/** The changed fields alone, so that another officer's changes stay. */
export function changesOf({ logo, ...draft }: BrandingDraft, before: BrandingDraft): BodyOf<'updateMfi'> {
  const fields = Object.keys(draft) as (keyof typeof draft)[];
  const changed = fields.filter((field) => draft[field] !== before[field] && !field.startsWith('texts.'));
  const texts: Partial<Record<TextLanguage, Partial<MfiWords>>> = {};
  for (const { name, language, field } of TEXT_FIELDS) {
    if (draft[field] !== before[field]) texts[language] = { ...texts[language], [name]: draft[field] };
  }
  return {
    ...Object.fromEntries(changed.map((field) => [field, draft[field]])),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(logo !== null && { logo }),
  };
}
