import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { cents } from '@sathi/domain/money.ts';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { suppressAddress, turnOffEmail } from './unsubscribe.repository.ts';
import { runJobs } from '../../test/accounts.ts';
import { useLoans } from '../../test/loans.ts';
import { useWorld } from '../../test/world.ts';
import { notify, type Notification } from './notify.ts';
import { readUnsubscribeToken } from '../../delivery/unsubscribe.ts';

const world = useWorld();
const loans = useLoans(world);
const NOTICE = { subject: 'News', text: 'News.\n', html: '<html><body><p>News.</p></body></html>' };

beforeEach(async () => {
  await runJobs(world);
  world.sent.length = 0;
});

async function newReaders(count: number): Promise<{ id: UserId; email: string }[]> {
  const createdAt = world.now;
  const { length: before } = await world.db.selectFrom('users').select('id').execute();
  return world.db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, index) => ({
        firstName: 'Reader',
        lastName: String(index),
        phone: `+88015${String(10_000_000 + before + index)}`,
        email: `reader${before + index}@example.org`,
        createdAt,
      })),
    )
    .returning(['id', 'email'])
    .execute();
}

const about = (reader: { id: UserId; email: string }, key: string, more: Partial<Notification> = {}): Notification => ({
  userId: reader.id,
  kind: 'update',
  dedupeKey: `${key}:${reader.id}`,
  mail: { to: reader.email, ...NOTICE },
  ...more,
});

const tell = (notifications: readonly Notification[]) =>
  transaction(world.db, (tx) => notify(tx, world.outside.secret, notifications, world.now));

async function rungFor(key: string): Promise<number> {
  const rows = await world.db.selectFrom('notifications').select('id').where('dedupeKey', 'like', `${key}:%`).execute();
  return rows.length;
}

test('a thousand are told with as many statements as two', async () => {
  const statementsFor = async (count: number): Promise<number> => {
    const readers = await newReaders(count);
    let statements = 0;
    await transaction(world.db, async (tx) => {
      const counting = tx.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const told = readers.map((reader) => about(reader, `many${count}`));
      await notify(counting as typeof tx, world.outside.secret, told, world.now);
    });
    expect(await rungFor(`many${count}`)).toBe(count);
    return statements;
  };
  const two = await statementsFor(2);
  // Hints to open pages hold 400 names each.
  expect(await statementsFor(1000)).toBe(two + 2);
  expect(two).toBeLessThanOrEqual(5);
  await world.db.updateTable('outbox').set({ doneAt: world.now }).where('doneAt', 'is', null).execute();
});

test('more people than one statement can hold are told in turns, each once', async () => {
  const readers = await newReaders(1001);
  await tell(readers.map((reader) => about(reader, 'turns')));
  expect(await rungFor('turns')).toBe(1001);
  const mails = await world.db.selectFrom('outbox').select('id').where('dedupeKey', 'like', 'turns:%').execute();
  expect(mails).toHaveLength(1001);
  await world.db.updateTable('outbox').set({ doneAt: world.now }).where('doneAt', 'is', null).execute();
});

test('ten that tell the same at once ring once and send once', async () => {
  const readers = await newReaders(20);
  const told = readers.map((reader) => about(reader, 'rivals'));
  await Promise.all(Array.from({ length: 10 }, (_, index) => tell(index % 2 ? told : told.toReversed())));
  await runJobs(world);
  expect(await rungFor('rivals')).toBe(20);
  expect(world.sent).toHaveLength(20);
});

test('an event that has rung sends no mail again, also when its messages are forgotten', async () => {
  const [reader] = await newReaders(1);
  await tell([about(reader!, 'forgotten')]);
  await runJobs(world);
  await world.db.deleteFrom('outbox').where('dedupeKey', 'like', 'forgotten:%').execute();
  await tell([about(reader!, 'forgotten')]);
  await runJobs(world);
  expect(world.sent).toHaveLength(1);
});

test('a person named twice for one event hears it as named first', async () => {
  const [reader] = await newReaders(1);
  const twice = [about(reader!, 'twice', { kind: 'fully_backed' }), about(reader!, 'twice', { kind: 'approved' })];
  await tell(twice);
  await runJobs(world);
  const rows = await world.db.selectFrom('notifications').select('kind').where('userId', '=', reader!.id).execute();
  expect(rows).toEqual([{ kind: 'fully_backed' }]);
  expect(world.sent).toHaveLength(1);
});

test('a notification whose transaction failed was never told', async () => {
  const [reader] = await newReaders(1);
  const failing = transaction(world.db, async (tx) => {
    await notify(tx, world.outside.secret, [about(reader!, 'failed')], world.now);
    throw new Error('the rest went wrong');
  });
  await expect(failing).rejects.toThrow('went wrong');
  await runJobs(world);
  expect([await rungFor('failed'), world.sent.length]).toEqual([0, 0]);
});

test('every mail carries a link that stops its kind, in a header and in the reader’s words', async () => {
  const [reader] = await newReaders(1);
  await world.db.updateTable('users').set({ language: 'ar' }).where('id', '=', reader!.id).execute();
  await tell([about(reader!, 'stoppable')]);
  await runJobs(world);
  const [mail] = world.sent;
  const url = new URL(mail?.unsubscribeUrl ?? '');
  expect(url.pathname).toBe('/api/mail/unsubscribe');
  const token = url.searchParams.get('token') ?? '';
  expect(readUnsubscribeToken(world.outside.secret, token)).toEqual({ topic: 'update', userId: reader!.id });
  expect(mail?.text).toContain(`إيقاف هذه الرسائل: ${url.origin}/App/Unsubscribe?token=`);
  expect(mail?.html).toMatch(
    /<a href="[^"]*\/App\/Unsubscribe\?token=[\w.-]+"[^>]*>إيقاف هذه الرسائل<\/a><\/small><\/p><\/body><\/html>$/,
  );
  expect(mail).not.toHaveProperty('unsubscribe');
  expect(decodeURIComponent(token)).not.toContain(reader!.email);
});

test('a token that was changed, or made with another secret, stops nothing', async () => {
  const [reader] = await newReaders(1);
  await tell([about(reader!, 'forged')]);
  await runJobs(world);
  const token = new URL(world.sent[0]?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const wrong of ['', 'x', changed]) expect(readUnsubscribeToken(world.outside.secret, wrong)).toBeNull();
  expect(readUnsubscribeToken([Buffer.alloc(32, 8)], token)).toBeNull();
});

test('a person who unsubscribed from one kind gets no mail of it, and the bell as before', async () => {
  const [reader] = await newReaders(1);
  await transaction(world.db, async (tx) => {
    await turnOffEmail(tx, reader!.id, 'update');
    await turnOffEmail(tx, reader!.id, 'update');
  });
  await tell([about(reader!, 'kind'), about(reader!, 'other', { kind: 'thanks' })]);
  await runJobs(world);
  expect([await rungFor('kind'), await rungFor('other'), world.sent.length]).toEqual([1, 1, 1]);
});

test.each([
  ['all', 'thanks', 0],
  ['all', 'update', 0],
  ['news', 'update', 0],
  ['news', 'invited', 1],
  ['invitations', 'invited', 0],
  ['invitations', 'update', 1],
] as const)('R12.6: an address that wants no more of "%s" gets %s mails: %i', async (suppressed, kind, mails) => {
  const [reader] = await newReaders(1);
  await transaction(world.db, (tx) => suppressAddress(tx, reader!.email.toUpperCase(), suppressed, world.now));
  const mail = { to: reader!.email.toUpperCase(), ...NOTICE };
  await tell([about(reader!, `s${suppressed}${kind}`, { kind, mail })]);
  await runJobs(world);
  expect([await rungFor(`s${suppressed}${kind}`), world.sent.length]).toEqual([1, mails]);
});

test('an SMS goes to no phone that has unsubscribed from all', async () => {
  const loan = await loans.newLoan({ status: 5 });
  await runJobs(world);
  world.sent.length = 0;
  await transaction(world.db, (tx) => suppressAddress(tx, loan.owner.phone, 'all', world.now));
  const told = {
    userId: loan.owner.id,
    kind: 'withdrawal_sent',
    proposalId: Number(loan.id) as ProposalId,
    amountCents: cents(100),
    dedupeKey: 'phone:1',
  } as const;
  await tell([told]);
  await runJobs(world);
  expect([await rungFor('phone'), world.sent.length]).toEqual([1, 0]);
});
