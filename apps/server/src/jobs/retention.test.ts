import { expect, test } from 'vitest';
import { keptPicture } from '../test/pictures.ts';
import { DAY, useInvitations } from '../test/invitations.ts';
import { done, useLoans } from '../test/loans.ts';
import { useWorld } from '../test/world.ts';
import { deleteOutdated } from './retention.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { invite, accept, tokenFor, emailOf, thank } = useInvitations(world);

const after = (days: number) => new Date(world.now.getTime() + days * DAY * 1000);

test('R13.7: the log and the album of a deleted proposal go after six months', async () => {
  const loan = await newLoan();
  const write = async (call: string, fields: object) => {
    const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), ...fields };
    done(await world.call('POST', `/api/borrow/${call}`, { as: loan.owner, body }));
  };
  await write('proposalImage', { description: 'Sewn.' });
  await write('galleryImage', {});
  done(await world.call('DELETE', `/api/borrow?id=${loan.id}`, { as: loan.owner }));
  const left = async (table: 'updates' | 'galleryImages') =>
    (
      await world.db
        .selectFrom(table)
        .select('id')
        .where('proposalId', '=', Number(loan.id) as never)
        .execute()
    ).length;
  await deleteOutdated(world.db, after(182));
  expect([await left('updates'), await left('galleryImages')]).toEqual([1, 1]);
  await deleteOutdated(world.db, after(184));
  expect([await left('updates'), await left('galleryImages')]).toEqual([0, 0]);
});

test('R13.7: invitations that ran out are forgotten 30 days later, those that were accepted stay', async () => {
  const loan = await newLoan();
  await invite(loan.owner, loan.id, ['kept@example.org', 'gone@example.org']);
  done(await accept(await world.newPerson(), await tokenFor('kept@example.org')));
  const addresses = async () =>
    (
      await world.db
        .selectFrom('invitations')
        .select('address')
        .where('proposalId', '=', Number(loan.id) as never)
        .orderBy('address')
        .execute()
    ).map(({ address }) => address);
  await deleteOutdated(world.db, after(89));
  expect(await addresses()).toEqual(['gone@example.org', 'kept@example.org']);
  await deleteOutdated(world.db, after(91));
  expect(await addresses()).toEqual(['kept@example.org']);
});

test('R13.7: who was mailed on which day is forgotten after 30 days', async () => {
  const loan = await newLoan();
  const backer = await world.newPerson();
  done(await back(loan, backer, 1));
  done(await thank(loan.owner, { proposalId: loan.id, sendToMail: await emailOf(backer) }));
  const left = async () =>
    (await world.db.selectFrom('dailyMails').select('day').where('recipientId', '=', backer.id).execute()).length;
  await deleteOutdated(world.db, after(29));
  expect(await left()).toBe(1);
  await deleteOutdated(world.db, after(32));
  expect(await left()).toBe(0);
});
