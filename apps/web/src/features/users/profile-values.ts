import {
  BIO_LENGTH_MAX,
  isEmail,
  isPhone,
  NAME_LENGTH_MAX,
  normalizeEmail,
  normalizePhone,
} from '@sathi/domain/accounts.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import type { Digits } from '@sathi/texts/figures.ts';
import { chosenDigits, type Locale } from '../../lib/locale.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { BodyOf, DataOf } from '../../lib/wire.ts';

export type User = DataOf<'findUser'>;

/** The form exactly as typed. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  bio: string;
  language: Locale;
  /** Kept on this device, not with the account. */
  digits: Digits;
  /** Storage key; null without a photo. */
  profileImage: string | null;
};

export type ProfileProblems = Partial<Record<'firstName' | 'lastName' | 'phone' | 'email' | 'bio', TextKey>>;

/**
 * The form begins with the language that is read here, not the one that an earlier device told the account: one choice
 * for screens and mails.
 */
export function valuesOf(user: User, language: Locale): ProfileValues {
  const { firstName, lastName, phone, email, bio, profileImage } = user;
  return {
    firstName,
    lastName,
    phone,
    email,
    bio,
    language,
    digits: chosenDigits(),
    profileImage,
  };
}

/** Specification section 5: names, phone, e-mail and bio are all required. */
export function profileProblems({ firstName, lastName, phone, email, bio }: ProfileValues): ProfileProblems {
  return {
    ...textProblem('firstName', firstName, NAME_LENGTH_MAX),
    ...textProblem('lastName', lastName, NAME_LENGTH_MAX),
    ...(!isPhone(normalizePhone(phone)) && {
      phone: phone.trim() === '' ? ('common.required' as const) : ('identity.problem.phoneInvalid' as const),
    }),
    ...(!isEmail(normalizeEmail(email)) && {
      email: email.trim() === '' ? ('common.required' as const) : ('profile.emailWrong' as const),
    }),
    ...textProblem('bio', bio, BIO_LENGTH_MAX),
  };
}

function textProblem(field: keyof ProfileProblems, value: string, lengthMax: number): ProfileProblems {
  const text = cleanText(value);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > lengthMax ? { [field]: 'common.tooLong' } : {};
}

export function bodyOf({ digits: _, ...values }: ProfileValues): BodyOf<'updateUser'> {
  return { ...values, email: normalizeEmail(values.email), phone: normalizePhone(values.phone) };
}
