import { expect, test } from 'vitest';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan } = useLoans(world);

const say = (loan: Pick<Loan, 'id'>, as: Person, text = 'How is the weaving?') =>
  world.call('POST', '/api/messages/', { as, body: { proposalId: loan.id, text } });
const conversations = async (as: Person, query = '') =>
  done(await world.call('GET', `/api/messages/conversations?${query}`, { as }));

test('the choice of conversations: unread first, then the latest, with who reads them', async () => {
  const owner = await world.newPerson({ firstName: 'Rahima', lastName: 'Khatun' });
  const officer = await world.newPerson({ staffOf: [ROI] });
  const quiet = await newLoan({ owner, officer, form: { title: 'Quiet' } });
  const locked = await newLoan({ owner, officer, status: 3, form: { title: 'Locked' } });
  const repaid = await newLoan({ owner, officer, status: 6, form: { title: 'Repaid' } });
  await newLoan({ owner, officer, status: 1, form: { title: 'Draft' } });
  const other = await newLoan({ officer, form: { title: 'Of somebody else' } });
  done(await say(locked, locked.backers[0] as Person));
  world.now = new Date(world.now.getTime() + 1000);
  done(await say(quiet, owner, 'Nobody but me'));
  expect(await conversations(owner)).toEqual([
    {
      proposalId: locked.id,
      title: 'Locked',
      status: 3,
      ownerName: 'Rahima Khatun',
      mfiName: 'ROI',
      backersCount: 1,
      unreadMessagesCount: 1,
      lastMessageAt: expect.any(String),
      mayWrite: true,
      mayRead: true,
      blockedPeople: [],
    },
    expect.objectContaining({ title: 'Quiet', unreadMessagesCount: 0, mayWrite: true }),
    expect.objectContaining({ title: 'Repaid', mayWrite: false, lastMessageAt: null }),
  ]);
  expect((await conversations(owner, 'status=6')).map((row: { title: string }) => row.title)).toEqual(['Repaid']);
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url: string = `/api/messages/conversations?limit=1&cursor=${cursor}`;
    const { body } = await world.call('GET', url, { as: owner });
    pages.push(body.data[0].title);
    cursor = body.nextCursor;
  }
  expect(pages).toEqual(['Locked', 'Quiet', 'Repaid']);
  const titles = (await conversations(officer)).map((row: { title: string }) => row.title);
  expect(titles).toEqual(expect.arrayContaining(['Locked', 'Quiet', 'Repaid', 'Of somebody else']));
  // A person who has not taken part yet may begin, and learns nothing of earlier messages.
  const stranger = await world.newPerson();
  done(await say(other, other.owner));
  expect(await conversations(stranger)).toEqual([]);
  expect(await conversations(stranger, `proposalId=${other.id}`)).toEqual([
    expect.objectContaining({ mayRead: false, mayWrite: true, unreadMessagesCount: 0, lastMessageAt: null }),
  ]);
  expect(await conversations(stranger, `proposalId=${repaid.id}`)).toEqual([]);
});
