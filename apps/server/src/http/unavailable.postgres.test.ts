import type { ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { lockProposal } from '../features/proposals/proposals.repository.ts';
import { refusal, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';
import { lockWaits } from '../test/lock-waits.ts';

describe('a database that goes away', () => {
  const world = useWorld();
  const { newLoan, back } = useLoans(world);

  test('under a request, it is 503 with a time to ask again, and asking again with the key acts once', async () => {
    const [loan, backer] = [await newLoan(), await world.newPerson()];
    const first = await transaction(world.db, async (tx) => {
      await lockProposal(tx, Number(loan.id) as ProposalId);
      const waiting = back(loan, backer, 10, { key: 'once' });
      await expect.poll(() => lockWaits(world.db)).toBe(1);
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

describe('a database that turns read-only, as after a failover', () => {
  const world = useWorld();
  const { newLoan, back } = useLoans(world);

  /** Sets whether connections that come after may only read. */
  const setReadOnly = async (state: 'on' | 'off'): Promise<void> => {
    await transaction(world.db, async (tx) => {
      await sql`set transaction read write`.execute(tx);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
      await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = ${sql.lit(state)}`.execute(
        tx,
      );
    });
  };
  const turn = async (state: 'on' | 'off'): Promise<void> => {
    await setReadOnly(state);
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'sathi-listener'`.execute(
      world.db,
    );
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(world.db).catch(() => {});
    // The poll below lasts until the pool has noticed which of its connections are gone.
    const show = () =>
      sql<{ state: string }>`select current_setting('default_transaction_read_only') as state`.execute(world.db);
    const states = async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, show)).catch(() => []);
      return answers.map(({ rows }) => rows[0]?.state);
    };
    await expect.poll(states).toEqual(Array.from({ length: 10 }, () => state));
  };

  test('writing is 503 with a time to ask again and the process is not ready, until it can be written', async () => {
    const [loan, backer] = [await newLoan(), await world.newPerson()];
    expect((await world.call('GET', '/readyz')).status).toBe(200);
    await turn('on');
    world.now = new Date(world.now.getTime() + 1_000);
    const refused = await back(loan, backer, 10, { key: 'after' });
    expect(refusal(refused)).toBe('503 overloaded');
    expect(refused.headers['retry-after']).toBe('2');
    world.logLines.length = 0;
    expect((await world.call('GET', '/readyz')).status).toBe(503);
    expect(world.logLines.join('')).toContain('"code":"25006"');
    expect((await world.call('GET', '/healthz')).status).toBe(200);
    await turn('off');
    expect((await world.call('GET', '/readyz')).status).toBe(200);
    expect((await back(loan, backer, 10, { key: 'after' })).status).toBe(201);
  });

  test('connections that stay read-only are given up, so that writing goes on without waiting for their end', async () => {
    const [loan, backer] = [await newLoan(), await world.newPerson()];
    await turn('on');
    world.now = new Date(world.now.getTime() + 1_000);
    expect(refusal(await back(loan, backer, 10, { key: 'later' }))).toBe('503 overloaded');
    await setReadOnly('off');
    const again = async () => (await back(loan, backer, 10, { key: 'later' })).status;
    await expect.poll(again, { timeout: 5_000 }).toBe(201);
    await turn('off');
  });
});
