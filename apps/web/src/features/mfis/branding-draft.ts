import { isEmail, isPhone, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { isReadableBrandColor } from '@sathi/domain/colors.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { StaffTextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

type Mfi = DataOf<'updateMfi'>;

export const BRANDING_TEXT_LENGTH_MAX = 280;

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
};

export type BrandingProblems = Partial<Record<keyof BrandingDraft, StaffTextKey>>;

export function draftOf(mfi: Mfi): BrandingDraft {
  const { primaryColor, accentColor, slogan, welcomeMessage, website, phone, email, hideUnchecked } = mfi;
  return { logo: null, primaryColor, accentColor, slogan, welcomeMessage, website, phone, email, hideUnchecked };
}

/** Judges as the server does, so that a refused form is not sent. Unchanged fields are not judged. */
export function draftProblems(draft: BrandingDraft, before: BrandingDraft): BrandingProblems {
  const problems: BrandingProblems = {
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

const COLOR = /^#[0-9a-f]{6}$/i;

/** Told while it is chosen, since a colour code does not show whether words can be read on it. */
export function colorProblem(color: string, use: 'primary' | 'accent'): StaffTextKey | undefined {
  if (!COLOR.test(color)) return 'mfi.settings.badColor';
  if (isReadableBrandColor(color, use)) return undefined;
  return use === 'primary' ? 'mfi.settings.primaryTooLight' : 'mfi.settings.accentTooLight';
}

function lengthProblem(text: string): StaffTextKey | undefined {
  return lengthInCodePoints(cleanText(text)) > BRANDING_TEXT_LENGTH_MAX ? 'mfi.settings.tooLong' : undefined;
}

function required(text: string): StaffTextKey | undefined {
  return text.trim() === '' ? 'common.required' : undefined;
}

/** Only the changed fields, so that another officer's changes stay. */
export function changesOf({ logo, ...draft }: BrandingDraft, before: BrandingDraft): BodyOf<'updateMfi'> {
  const fields = Object.keys(draft) as (keyof typeof draft)[];
  const changed = fields.filter((field) => draft[field] !== before[field]).map((field) => [field, draft[field]]);
  return { ...Object.fromEntries(changed), ...(logo !== null && { logo }) };
}
