import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cents } from '@sathi/domain/money.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { bookReceipt } from '../../features/pay-ins/receiving.repository.ts';
import { listViolations } from '../../ledger/audit.ts';
import { turnToExpected } from '../../ledger/turn-to-expected.ts';
import { payInAccount } from '../expected.ts';
import { ROI, type World } from '../world.ts';
import { send as back } from './load.ts';
import { addPerson, addProposal, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const CYCLES = 2;
const AT_ONCE = 6;
/** Five starts of the whole program, which a busy machine may take minutes for. */
const TIMEOUT_MS = 240_000;
const place = usePlace();
const start = useServerProcesses();

/** One receipt as an officer keeps it until they know its outcome. */
type Sent = { readonly key: string; readonly reference: string; readonly ownReference: string; id: string | null };
type Office = {
  readonly officer: SignedInPerson;
  readonly accountId: string;
  readonly payers: readonly SignedInPerson[];
  readonly references: readonly string[];
};

test(
  'a server killed while staff book has kept every receipt it acknowledged, and none is booked twice by asking again (R6.3, R18.4)',
  async () => {
    const { proposalId, office } = await place.look(prepare);
    const all: Sent[] = [];
    let server = start(place.env());
    let url = await server.ready;
    for (const payer of office.payers) {
      expect(
        await back(url, proposalId, { key: randomUUID(), backer: payer, dollars: 400, acknowledgedAs: null }),
      ).not.toBe(null);
    }

    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const sent: Sent[] = [];
      const load = bookUntilCutOff(url, office, sent);
      await expect.poll(() => sent.filter(({ id }) => id !== null).length, { timeout: 20_000 }).toBeGreaterThan(12);
      await sleep(Math.random() * 300);
      await server.signal('SIGKILL');
      await load;
      await place.look(async (db) => expect(await listViolations(db)).toEqual([]));

      server = start(place.env());
      url = await server.ready;
      for (const one of sent) {
        const id = await book(url, office, one);
        expect(id).not.toBe(null);
        if (one.id !== null) expect(id).toBe(one.id);
        one.id = id;
      }
      expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
      all.push(...sent);
    }

    expect(await server.signal('SIGTERM')).toMatchObject({ code: 0 });
    await place.look(async (db) => {
      const { rows } = await sql<{ receipts: number; paid: number }>`
        select (select count(*) from receipts where entered_by_hand)::int as receipts,
          (select coalesce(sum(amount_cents), 0) from journals where kind = 'settled')::bigint as paid`.execute(db);
      expect(rows).toEqual([{ receipts: all.length, paid: all.length * 100 }]);
      expect(await listViolations(db)).toEqual([]);
    });
  },
  TIMEOUT_MS,
);

/** An institution that awaits money, an officer, and people who have a reference there. */
async function prepare(db: Db) {
  const officer = await addPerson(db);
  await db.insertInto('mfiStaff').values({ mfiId: ROI, userId: officer.id, role: 'manager' }).execute();
  const world = { db, now: new Date() } as World;
  const turning = { mfiId: ROI, actorId: null, idempotencyKey: 'turn', requestHash: 'x', at: world.now };
  await transaction(db, (tx) => turnToExpected(tx, turning));
  const accountId = await payInAccount(world, { ...officer, phone: '' });
  const payers: SignedInPerson[] = [];
  const references: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const payer = await addPerson(db);
    const { id } = await transaction(db, (tx) => {
      const receipt = {
        mfiId: ROI,
        userId: payer.id,
        amountCents: cents(1),
        receivedOn: '2026-01-31',
        bookedBy: officer.id,
      } as const;
      return bookReceipt(tx, receipt, {
        actorId: officer.id,
        idempotencyKey: randomUUID(),
        requestHash: 'x',
        at: world.now,
      });
    });
    expect(id).toBeGreaterThan(0);
    const { reference } = await db
      .selectFrom('payInOrders')
      .select('reference')
      .where('userId', '=', payer.id)
      .executeTakeFirstOrThrow();
    payers.push(payer);
    references.push(reference);
  }
  return {
    proposalId: await addProposal(db, (await addPerson(db)).id),
    office: { officer, accountId, payers, references },
  };
}

/** The officer books receipt after receipt of a dollar, several at once; each ends when its connection breaks. */
async function bookUntilCutOff(url: string, office: Office, sent: Sent[]): Promise<void> {
  const booker = async (): Promise<void> => {
    for (;;) {
      const reference = office.references[sent.length % office.references.length] as string;
      const one: Sent = { key: randomUUID(), reference, ownReference: `T${randomUUID().slice(0, 18)}`, id: null };
      sent.push(one);
      one.id = await book(url, office, one);
      if (one.id === null) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, booker));
}

/** @returns the id of the receipt, or null when no answer came */
async function book(url: string, { officer, accountId }: Office, { key, ...one }: Sent): Promise<string | null> {
  let answer: { status: number; body: { data?: { id: string } } };
  try {
    const response = await fetch(`${url}/api/mfi/receipts?mfiId=${ROI}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${officer.token}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        reference: one.reference,
        ownReference: one.ownReference,
        accountId,
        amount: 1,
        receivedOn: '2026-01-31',
      }),
    });
    answer = { status: response.status, body: (await response.json()) as never };
  } catch {
    return null;
  }
  if (answer.status !== 201 || !answer.body.data)
    throw new Error(`booking was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}
