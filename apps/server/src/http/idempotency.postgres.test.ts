import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { openDatabase } from '../db/db.ts';
import { useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);
const journals = async () => (await world.db.selectFrom('journals').select('id').execute()).length;

test('R6.3: two processes on one database, ten times the same backing: one journal, ten equal answers', async () => {
  const database = await openDatabase({ url: world.database.url! });
  const second = await createApp({ ...world.outside, db: database.db, listen: database.listen });
  const loan = await newLoan();
  const as = await world.newPerson();
  for (let round = 0; round < 10; round += 1) {
    const before = await journals();
    const request = {
      method: 'POST' as const,
      url: '/api/borrow/backProposal',
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': `two-${round}` },
      payload: { proposalId: loan.id, amount: 2 },
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? world.app : second).inject(request)),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
    expect(await journals()).toBe(before + 1);
  }
  await second.close();
  await database.close();
});
