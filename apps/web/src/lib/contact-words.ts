import type { ContactOutcome, ContactWay, NextStep } from '@sathi/domain/contacts.ts';
import type { StaffTextKey } from './text.tsx';

export const WAY_WORDS: Readonly<Record<ContactWay, StaffTextKey>> = {
  call: 'contacts.way.call',
  visit: 'contacts.way.visit',
  message: 'contacts.way.message',
  other: 'contacts.way.other',
};

export const OUTCOME_WORDS: Readonly<Record<ContactOutcome, StaffTextKey>> = {
  promised: 'contacts.outcome.promised',
  disputed: 'contacts.outcome.disputed',
  unreachable: 'contacts.outcome.unreachable',
  hardship: 'contacts.outcome.hardship',
  other: 'contacts.outcome.other',
};

export const STEP_WORDS: Readonly<Record<NextStep, StaffTextKey>> = {
  first_contact: 'contacts.next.firstContact',
  await_promise: 'contacts.next.awaitPromise',
  promise_broken: 'contacts.next.promiseBroken',
  clear_up: 'contacts.next.clearUp',
  try_again: 'contacts.next.tryAgain',
  find_way: 'contacts.next.findWay',
  follow_up: 'contacts.next.followUp',
};
