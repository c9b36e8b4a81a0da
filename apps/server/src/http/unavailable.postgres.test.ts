import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { lockProposal } from '../features/proposals/proposals.repository.ts';
import { refusal, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';

describe('a database that goes away', () => {
  const world = useWorld();
  const { newLoan, back } = useLoans(world);

  test('under a request, it is 503 with a time to ask again, and asking again with the key acts once', async () => {
    const [loan, backer] = [await newLoan(), await world.newPerson()];
    const first = await transaction(world.db, async (tx) => {
      await lockProposal(tx, Number(loan.id) as ProposalId);
      const waiting = back(loan, backer, 10, { key: 'once' });
      const waiters = () =>
        sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          world.db,
        );
      await expect.poll(async () => (await waiters()).rows.length).toBe(1);
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(world.db);
      return waiting;
    });
    expect(refusal(first)).toBe('503 overloaded');
    expect(first.headers['retry-after']).toBe('2');
    expect((await back(loan, backer, 10, { key: 'once' })).status).toBe(201);
    expect((await back(loan, backer, 10, { key: 'once' })).headers['idempotent-replayed']).toBe('true');
  });
});
