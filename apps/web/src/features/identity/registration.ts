import { BIO_LENGTH_MAX, isEmail, NAME_LENGTH_MAX, normalizeEmail } from '@sathi/domain/accounts.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import { e164, type PhoneValue } from './phone.ts';
import type { TextKey } from '../../lib/text.tsx';
import { newPasswordProblems } from './password-problems.ts';

/** The registration form while it is typed. */
export type Draft = {
  firstName: string;
  lastName: string;
  phone: PhoneValue;
  email: string;
  password: string;
  confirmation: string;
  bio: string;
  hasAgreed: boolean;
  /** The password is random, and its person chooses one later. */
  passwordLater?: true;
};

export type Problems = Partial<Record<keyof Draft, TextKey>>;

/** The fields of each step, in the order in which they are asked for. */
export const STEPS = [
  ['phone', 'email'],
  ['firstName', 'lastName', 'bio'],
  ['password', 'confirmation', 'hasAgreed'],
] as const satisfies readonly (readonly (keyof Draft)[])[];

/** The problems of one step, the first being 0. */
export function problemsOfStep(draft: Draft, step: number): Problems {
  const all: Problems = {
    ...profileProblems(draft),
    ...(e164(draft.phone) === undefined && {
      phone: isEmpty(draft.phone.number) ? 'common.required' : 'identity.problem.phoneInvalid',
    }),
    ...newPasswordProblems(draft),
  };
  const fields = STEPS[step] ?? [];
  return Object.fromEntries(fields.flatMap((field) => (all[field] ? [[field, all[field]]] : [])));
}

/** How many steps are filled, from the first on. The bio may stay empty. */
export function filledSteps(draft: Draft): number {
  const { phone, email, firstName, lastName, password, confirmation, hasAgreed } = draft;
  const filled = [
    !isEmpty(phone.number) && !isEmpty(email),
    !isEmpty(firstName) && !isEmpty(lastName),
    password !== '' && confirmation !== '' && hasAgreed,
  ];
  const open = filled.indexOf(false);
  return open < 0 ? filled.length : open;
}

const isEmpty = (text: string) => text.trim() === '';

/** The fields that a profile consists of. */
export function profileProblems({ firstName, lastName, email, bio }: Pick<Draft, ProfileField>): Problems {
  return {
    ...nameProblem('firstName', firstName),
    ...nameProblem('lastName', lastName),
    ...(!isEmail(normalizeEmail(email)) && {
      email: email.trim() === '' ? 'common.required' : 'identity.problem.emailInvalid',
    }),
    ...(lengthInCodePoints(cleanText(bio)) > BIO_LENGTH_MAX && { bio: 'common.tooLong' }),
  };
}

export type ProfileField = 'firstName' | 'lastName' | 'email' | 'bio';

function nameProblem(field: 'firstName' | 'lastName', name: string): Problems {
  const text = cleanText(name);
  if (text === '') return { [field]: 'common.required' };
  return lengthInCodePoints(text) > NAME_LENGTH_MAX ? { [field]: 'common.tooLong' } : {};
}
