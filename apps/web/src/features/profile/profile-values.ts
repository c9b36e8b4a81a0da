import { BIO_LENGTH_MAX, isEmail, NAME_LENGTH_MAX, normalizeEmail } from '@sathi/domain/accounts.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import { type Locale, localeOf } from '../../lib/locale.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

export type User = DataOf<'findUser'>;

/** What stands in the form, exactly as typed. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  email: string;
  bio: string;
  language: Locale;
  /** Storage key; null without a photo. */
  profileImage: string | null;
};

export type ProfileProblems = Partial<Record<'firstName' | 'lastName' | 'email' | 'bio', TextKey>>;

export function valuesOf(user: User): ProfileValues {
  const { firstName, lastName, email, bio, language, profileImage } = user;
  return { firstName, lastName, email, bio, language: localeOf(language) ?? 'en', profileImage };
}

/** Specification section 5: names, e-mail and bio are all required. */
export function profileProblems({ firstName, lastName, email, bio }: ProfileValues): ProfileProblems {
  return {
    ...textProblem('firstName', firstName, NAME_LENGTH_MAX),
    ...textProblem('lastName', lastName, NAME_LENGTH_MAX),
    ...(!isEmail(normalizeEmail(email)) && {
      email: email.trim() === '' ? ('common.required' as const) : ('profile.emailWrong' as const),
    }),
    ...textProblem('bio', bio, BIO_LENGTH_MAX),
  };
}

function textProblem(field: keyof ProfileProblems, value: string, lengthMax: number): ProfileProblems {
  const text = cleanText(value);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > lengthMax ? { [field]: 'profile.tooLong' } : {};
}

/** The phone goes along as it is: it is what one signs in with, and cannot be changed. */
export function bodyOf(values: ProfileValues, phone: string): BodyOf<'updateUser'> {
  return { ...values, email: normalizeEmail(values.email), phone };
}
