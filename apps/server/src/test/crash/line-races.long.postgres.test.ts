import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { listViolations } from '../../ledger/audit.ts';
import { turnToExpected } from '../../ledger/turn-to-expected.ts';
import { payInAccount } from '../expected.ts';
import { ROI, type World } from '../world.ts';
import { addPerson, type SignedInPerson, usePlace } from './place.ts';
import { useServerProcesses } from './server-process.ts';

const LINES = 120;
const REFERENCE = 'RF0810004217';
const TIMEOUT_MS = 240_000;
const place = usePlace();
const start = useServerProcesses();

type Office = { readonly officer: SignedInPerson; readonly accountId: string };
type Data = { readonly [name: string]: any };

test(
  'two servers read one file once, a line is booked or taken back, and a server killed while booking loses and doubles nothing (R18.4, R21.5, R21.8, R21.9)',
  async () => {
    const office = await place.look(prepare);
    const first = start(place.env());
    const [one, other] = await Promise.all([first.ready, start(place.env()).ready]);

    const uploads = await Promise.all([upload(one, office), upload(other, office)]);
    expect(uploads.map(({ newLines }) => newLines).toSorted((a, b) => a - b)).toEqual([0, LINES]);
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(1);

    const ids = await place.look(listLineIds);
    const rival = ids[0] as string;
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        call(one, office, 'POST', 'lines/book', { lines: [{ id: rival }] }),
        call(other, office, 'POST', 'lines/undo', { reason: 'Of somebody else' }, `&id=${rival}`),
      ]);
      await expectSound();
    }

    const key = randomUUID();
    const all = { lines: ids.map((id) => ({ id })) };
    const cutOff = call(one, office, 'POST', 'lines/book', all, '', key).catch(() => null);
    await expect.poll(countBooked, { timeout: 30_000, interval: 10 }).toBeGreaterThan(5);
    await sleep(Math.random() * 100);
    await first.signal('SIGKILL');
    expect(await cutOff).toBe(null);
    expect(await countBooked()).toBeLessThan(LINES);
    await expectSound();
    const { results } = await call(other, office, 'POST', 'lines/book', all, '', key);
    expect(new Set(results.map(({ result }: Data) => result))).toEqual(new Set(['booked', 'line_booked']));
    expect(await countBooked()).toBe(LINES);
    await expectSound();
  },
  TIMEOUT_MS,
);

const countBooked = () =>
  place.look(async (db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from statement_lines where state = 'booked'`.execute(db);
    return rows[0]?.count ?? 0;
  });

/** Each line that is booked is one receipt of a dollar, and the books agree. */
async function expectSound(): Promise<void> {
  await place.look(async (db) => {
    const { rows } = await sql<{ receipts: number; booked: number }>`
      select (select count(*)::int from receipts where state = 'booked') as receipts,
        (select count(*)::int from statement_lines where state = 'booked') as booked`.execute(db);
    expect(rows[0]?.receipts).toBe(rows[0]?.booked);
    expect(await listViolations(db)).toEqual([]);
  });
}

async function prepare(db: Db): Promise<Office> {
  const officer = await addPerson(db);
  await db.insertInto('mfiStaff').values({ mfiId: ROI, userId: officer.id, role: 'manager' }).execute();
  const world = { db, now: new Date() } as World;
  const turning = { mfiId: ROI, actorId: null, idempotencyKey: 'turn', requestHash: 'x', at: world.now };
  await transaction(db, (tx) => turnToExpected(tx, turning));
  const accountId = await payInAccount(world, { ...officer, phone: '' }, { number: 'N1' });
  const payer = await addPerson(db);
  await sql`insert into pay_in_orders (user_id, mfi_id, reference, created_at)
    values (${payer.id}, ${ROI}, ${REFERENCE}, ${world.now})`.execute(db);
  return { officer, accountId };
}

async function listLineIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select id from statement_lines order by line`.execute(db);
  return rows.map(({ id }) => String(id));
}

function upload(url: string, office: Office): Promise<Data> {
  const lines = Array.from({ length: LINES }, (_, index) => [
    `:61:2601310131C1,00NTRFNONREF//B${index}`,
    `:86:${REFERENCE}`,
  ]);
  const file = [':20:F', ':25:N1', ':60F:C260131USD0,00', ...lines.flat(), `:62F:C260131USD${LINES},00`, '-', ''];
  return call(url, office, 'POST', 'statements', file.join('\n'), `&accountId=${office.accountId}`);
}

async function call(
  url: string,
  { officer }: Office,
  method: string,
  path: string,
  body: object | string,
  more = '',
  key: string = randomUUID(),
): Promise<Data> {
  const isFile = typeof body === 'string';
  const response = await fetch(`${url}/api/mfi/${path}?mfiId=${ROI}${more}`, {
    method,
    headers: {
      authorization: `Bearer ${officer.token}`,
      'idempotency-key': key,
      'content-type': isFile ? 'text/plain' : 'application/json',
    },
    body: isFile ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Data; code?: string };
  if (response.status >= 500) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.data ?? { code: answer.code };
}
