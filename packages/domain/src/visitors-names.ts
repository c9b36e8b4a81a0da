import { firstLetter } from './letters.ts';
import { FORMER_MEMBER } from './own-data.ts';

type Name = { readonly firstName: string; readonly lastName: string };

/** Visitors read a person's first name and an initial (R13.2). A former member has no name to shorten. */
export function nameForVisitors({ firstName, lastName }: Name): Name {
  if (isFormerMember({ firstName, lastName }) || lastName === '') return { firstName, lastName };
  return { firstName, lastName: `${firstLetter(lastName)}.` };
}

/** Whether this is the name of a person who closed their account (R13.4). */
export function isFormerMember({ firstName, lastName }: Name): boolean {
  return firstName === FORMER_MEMBER.firstName && lastName === FORMER_MEMBER.lastName;
}
