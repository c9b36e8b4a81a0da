import { expect, test } from 'vitest';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, balance } = useLoans(world);

test('R6.3: a request repeated in the middle of a batch gets the answer of the first, with others after it', async () => {
  const loan = await newLoan();
  const [first, second, third] = (await people(world, 3)) as [Person, Person, Person];
  const answers = await Promise.all([
    back(loan, third, 5, { key: 'opens the line' }),
    back(loan, first, 10, { key: 'twice' }),
    back(loan, first, 10, { key: 'twice' }),
    back(loan, first, 11, { key: 'twice' }),
    back(loan, second, 20, { key: 'after' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 422, 201]);
  expect(answers[2]?.body).toEqual(answers[1]?.body);
  expect(refusal(answers[3] as (typeof answers)[0])).toBe('422 idempotency_key_reused');
  expect(await balance('escrow', { loan })).toBe(3500);
});

test('R6.3: a key used for another loan refuses that backing only, one after the other and at once', async () => {
  const [one, two] = [await newLoan(), await newLoan()];
  const [busy, other] = (await people(world, 2)) as [Person, Person];
  done(await back(one, busy, 10, { key: 'used' }));
  const answers = await Promise.all([back(two, other, 7), back(two, busy, 10, { key: 'used' }), back(two, other, 8)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 201]);
  for (let round = 0; round < 5; round += 1) {
    const both = await Promise.all([one, two].map((loan) => back(loan, busy, 1, { key: `round ${round}` })));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
  }
});
