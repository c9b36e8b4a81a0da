import { expect, test } from 'vitest';
import { type Contact, nextStepOf, promiseProblem } from './contacts.ts';

const LATE_SINCE = '2026-02-28';
const TODAY = '2026-03-20';
const contact = (values: Partial<Contact>): Contact => ({
  outcome: 'promised',
  promisedOn: null,
  on: '2026-03-10',
  ...values,
});

test.each([
  ['nobody was in touch', null, 'first_contact'],
  [
    'the last contact was about another month',
    contact({ on: '2026-02-27', promisedOn: '2026-03-25' }),
    'first_contact',
  ],
  ['a promise is for a day to come', contact({ promisedOn: '2026-03-21' }), 'await_promise'],
  ['a promise is for today', contact({ promisedOn: TODAY }), 'await_promise'],
  ['a promised day is over', contact({ promisedOn: '2026-03-19' }), 'promise_broken'],
  ['the borrower disputes it', contact({ outcome: 'disputed' }), 'clear_up'],
  ['the borrower was not reached', contact({ outcome: 'unreachable' }), 'try_again'],
  ['the borrower cannot pay', contact({ outcome: 'hardship' }), 'find_way'],
  ['something else came of it', contact({ outcome: 'other' }), 'follow_up'],
] as const)('the next step with a late loan when %s (R27.3)', (_, last, step) => {
  expect(nextStepOf(last, LATE_SINCE, TODAY)).toBe(step);
});

test.each([
  ['promised', null, 'required'],
  ['promised', TODAY, null],
  ['promised', '2026-03-19', 'invalid'],
  ['promised', '2026-09-16', null],
  ['promised', '2026-09-17', 'invalid'],
  ['disputed', null, null],
  ['unreachable', '2026-03-25', 'invalid'],
] as const)('a contact with the outcome %s and the day %s: %s (R27.3)', (outcome, promisedOn, problem) => {
  expect(promiseProblem(outcome, promisedOn, TODAY)).toBe(problem);
});
