import { setTimeout as sleep } from 'node:timers/promises';
import type { InvestmentId, ProposalId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { listViolations } from '../../ledger/audit.ts';
import { tellFigures } from '../figures.ts';
import { backUntilCutOff, type Sent, sendAgain } from './load.ts';
import { addPerson, addProposal, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

/** The full number is for a night. */
const CYCLES = Number(process.env['SERVER_KILLS'] ?? 3);
/** Two starts of the whole program for each, which a busy machine may take minutes for. */
const TIMEOUT_MS = 80_000 * CYCLES;
const place = usePlace();
const start = useServerProcesses();

test(
  'a server killed under load has kept every backing it acknowledged, and none is made twice by asking again (R6.3, R18.4)',
  async () => {
    const { proposalId, backers } = await place.look(prepare);
    const all: Sent[] = [];
    let server = start(place.env());
    let url = await server.ready;

    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const sent: Sent[] = [];
      const load = backUntilCutOff(url, proposalId, backers, sent);
      // However slow the machine is, the load is under way before the blow falls.
      await expect.poll(() => sent.filter(isAcknowledged).length, { timeout: 20_000 }).toBeGreaterThan(20);
      await sleep(Math.random() * 500);
      expect(await server.signal('SIGKILL')).toMatchObject({ code: null, signal: 'SIGKILL' });
      await load;
      const acknowledged = sent.flatMap(({ acknowledgedAs }) => acknowledgedAs ?? []);
      expect(acknowledged.length).toBeLessThan(sent.length);

      await place.look(async (db) => {
        expect(await countInvestments(db, acknowledged)).toBe(acknowledged.length);
        expect(await listViolations(db)).toEqual([]);
      });

      server = start(place.env());
      url = await server.ready;
      const ids = await sendAgain(url, proposalId, sent);
      for (const [index, { acknowledgedAs }] of sent.entries()) {
        if (acknowledgedAs !== null) expect(ids[index]).toBe(acknowledgedAs);
      }
      expect(new Set(ids).size).toBe(sent.length);
      expect(ids).not.toContain(null);
      all.push(...sent);
    }

    expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
    await place.look((db) => expectEachOnce(db, proposalId, all));
    tellFigures(`${CYCLES} kills, ${all.filter(isAcknowledged).length} acknowledged backings, all kept, none twice`);
  },
  TIMEOUT_MS,
);

const isAcknowledged = ({ acknowledgedAs }: Sent): boolean => acknowledgedAs !== null;

async function prepare(db: Db) {
  const owner = await addPerson(db);
  const backers = [];
  for (let count = 0; count < 12; count += 1) backers.push(await addPerson(db));
  return { proposalId: await addProposal(db, owner.id), backers };
}

async function countInvestments(db: Db, ids: readonly string[]): Promise<number> {
  const wanted = ids.map((id) => Number(id) as InvestmentId);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from investments where id = any (${wanted}::bigint[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One investment, one journal and the right sum for every request that was ever sent. */
async function expectEachOnce(db: Db, proposalId: ProposalId, sent: readonly Sent[]): Promise<void> {
  const dollars = sent.reduce((sum, request) => sum + Math.round(request.dollars * 100), 0);
  const { rows } = await sql`
    select (select count(*) from investments where proposal_id = ${proposalId}) as investments,
      (select count(*) from journals where proposal_id = ${proposalId}) as journals,
      (select count(*) from journals where idempotency_key = any (${sent.map(({ key }) => key)})) as asked_for,
      (select backed_cents from proposals where id = ${proposalId}) as backed_cents`.execute(db);
  expect(rows).toEqual([
    { investments: sent.length, journals: sent.length, askedFor: sent.length, backedCents: dollars },
  ]);
  expect(await listViolations(db)).toEqual([]);
}
