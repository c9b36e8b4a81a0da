import { BIO_LENGTH_MAX, isEmail, NAME_LENGTH_MAX, normalizeEmail } from '@sathi/domain/accounts.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import { e164, type PhoneValue } from '../../lib/phone.ts';
import type { TextKey } from '../../lib/text.tsx';
import { newPasswordProblems } from './password-problems.ts';

/** What the registration form holds while it is typed. */
export type Draft = {
  firstName: string;
  lastName: string;
  phone: PhoneValue;
  email: string;
  password: string;
  confirmation: string;
  bio: string;
  hasAgreed: boolean;
};

export type Problems = Partial<Record<keyof Draft, TextKey>>;

/** What is wrong with a filled draft, by field. */
export function problemsOf(draft: Draft): Problems {
  return {
    ...profileProblems(draft),
    ...(e164(draft.phone) === undefined && { phone: 'identity.problem.phoneInvalid' }),
    ...newPasswordProblems(draft),
  };
}

/** The fields that a profile consists of. */
export function profileProblems({ firstName, lastName, email, bio }: Pick<Draft, ProfileField>): Problems {
  return {
    ...nameProblem('firstName', firstName),
    ...nameProblem('lastName', lastName),
    ...(!isEmail(normalizeEmail(email)) && {
      email: email.trim() === '' ? 'common.required' : 'identity.problem.emailInvalid',
    }),
    ...(lengthInCodePoints(cleanText(bio)) > BIO_LENGTH_MAX && { bio: 'identity.problem.tooLong' }),
  };
}

export type ProfileField = 'firstName' | 'lastName' | 'email' | 'bio';

function nameProblem(field: 'firstName' | 'lastName', name: string): Problems {
  const text = cleanText(name);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > NAME_LENGTH_MAX ? { [field]: 'identity.problem.tooLong' } : {};
}
