import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { done, type Loan, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { RATE_LIMITS: 'on' } });
const { newLoan } = useLoans(world);
const say = (loan: Loan, as: Person, key?: string) =>
  world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text: 'Hello' }, ...(key && { key }) });

test('R15.3: five a minute, over all conversations and also when they are sent at once', async () => {
  const [one, two] = [await newLoan(), await newLoan()];
  const writer = await world.newPerson();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => say(index % 2 ? one : two, writer)));
  const refused = answers.filter((answer) => answer.status !== 201);
  expect(refused.map(refusal)).toEqual(Array(7).fill('429 too_many_requests'));
  expect(refused[0]?.headers['retry-after']).toBe('60');
  done(await say(one, one.owner));
  moveClock(world, 59);
  expect(refusal(await say(one, writer))).toBe('429 too_many_requests');
  moveClock(world, 1);
  done(await say(one, writer));
});

test('R15.3: a message sent already is answered again and counts once', async () => {
  const loan = await newLoan();
  const writer = await world.newPerson();
  for (let index = 0; index < 5; index += 1) done(await say(loan, writer, `wish ${index}`));
  expect(done(await say(loan, writer, 'wish 4')).text).toBe('Hello');
  expect(refusal(await say(loan, writer, 'wish 5'))).toBe('429 too_many_requests');
});

test('a person writes 200 messages a day', async () => {
  const loan = await newLoan();
  const writer = await world.newPerson();
  for (let minute = 0; minute < 40; minute += 1) {
    for (let index = 0; index < 5; index += 1) done(await say(loan, writer));
    moveClock(world, 60);
  }
  const answer = await say(loan, writer);
  expect(refusal(answer)).toBe('429 too_many_requests');
  expect(answer.headers['retry-after']).toBe(String(86_400 - 40 * 60));
  moveClock(world, 86_400 - 40 * 60);
  done(await say(loan, writer));
});
