import { expect, test } from 'vitest';
import { moveClock } from '../../test/accounts.ts';
import { DAY, useInvitations } from '../../test/invitations.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back, decide, repay } = useLoans(world);
const { invite, accept, tokenFor, emailOf, listBackers } = useInvitations(world);

let serial = 0;
const fresh = () => `asked${(serial += 1)}@example.org`;
type Row = { name: string; email: string | null; kind: string; dateInvited: string | null };
const kinds = async (as: Person, id: string) =>
  ((await listBackers(as, id)) as Row[]).map(({ name, email, kind }) => `${name || email} ${kind}`);

test('specification 2: invited and backed, backed only, invited only, the latest first', async () => {
  const loan = await newLoan();
  const [guest, viaLink] = [fresh(), fresh()];
  const plain = await world.newPerson({ firstName: 'Plain' });
  const byAddress = await world.newPerson({ firstName: 'Byaddress' });
  const byLink = await world.newPerson({ firstName: 'Bylink' });
  await invite(loan.owner, loan.id, [guest, viaLink, await emailOf(byAddress)]);
  done(await accept(byLink, await tokenFor(viaLink)));
  for (const [person, amount] of [
    [plain, 5],
    [byAddress, 6],
    [byLink, 7],
    [byAddress, 1],
  ] as const) {
    moveClock(world, 60);
    done(await back(loan, person, amount));
  }
  const expected = [
    'Byaddress Rahman invited_and_backed',
    'Bylink Rahman invited_and_backed',
    'Plain Rahman backed_only',
    `${guest} invited_only`,
  ];
  expect(await kinds(loan.owner, loan.id)).toEqual(expected);
  expect(await kinds(loan.officer, loan.id)).toEqual(expected);
  const rows = await listBackers(loan.owner, loan.id);
  expect(rows[0]).toMatchObject({ amount: 7, email: await emailOf(byAddress), invitationId: null, mayThank: true });
  expect(rows[3]).toEqual({
    id: null,
    invitationId: expect.stringMatching(/^\d+$/),
    name: '',
    email: guest,
    profileImage: null,
    amount: 0,
    awaited: 0,
    isInstitution: false,
    anonymous: false,
    dateBacked: null,
    dateInvited: expect.any(String),
    kind: 'invited_only',
    mayThank: false,
    forgiven: 0,
    resendAt: expect.any(String),
  });
});

test('R13.1: who was invited is for the owner, the staff, the inviter and oneself', async () => {
  const loan = await newLoan();
  const [inviter, stranger] = [await world.newPerson(), await world.newPerson()];
  const [mine, theirs] = [fresh(), fresh()];
  const friend = await world.newPerson({ firstName: 'Friend' });
  await invite(inviter, loan.id, [mine, await emailOf(friend)]);
  await invite(loan.owner, loan.id, [theirs]);
  done(await back(loan, friend, 5));
  expect(await kinds(stranger, loan.id)).toEqual(['Friend Rahman backed_only']);
  expect(await kinds(friend, loan.id)).toEqual(['Friend Rahman invited_and_backed']);
  expect(await kinds(inviter, loan.id)).toEqual(['Friend Rahman invited_and_backed', `${mine} invited_only`]);
  const emails = async (as: Person) => ((await listBackers(as, loan.id)) as Row[]).map(({ email }) => email);
  expect(await emails(stranger)).toEqual([null]);
  expect(await emails(inviter)).toEqual([null, mine]);
  expect((await listBackers(stranger, loan.id))[0].dateInvited).toBe(null);
  expect(await kinds(loan.officer, loan.id)).toHaveLength(3);
});

test('R12.6: the time from which an invitation may be sent again is told to its sender, as long as there is one', async () => {
  const loan = await newLoan();
  const inviter = await world.newPerson();
  const [address, sentAt] = [fresh(), world.now.getTime()];
  await invite(inviter, loan.id, [address]);
  const resendAt = async (as: Person) => (await listBackers(as, loan.id))[0].resendAt;
  expect(await resendAt(inviter)).toBe(new Date(sentAt + 3 * DAY * 1000).toISOString());
  expect(await resendAt(loan.owner)).toBe(null);
  for (let times = 0; times < 3; times += 1) {
    moveClock(world, 3 * DAY);
    await invite(inviter, loan.id, [address]);
  }
  expect(await resendAt(inviter)).toBe(null);
});

test('a repaid proposal shows its backers only', async () => {
  const loan = await newLoan({ status: 3 });
  await invite(loan.owner, loan.id, [fresh()]);
  done(await back(loan, await world.newPerson(), 60));
  done(await decide('approveProposal', loan));
  done(await decide('releaseFunds', loan));
  expect(await kinds(loan.owner, loan.id)).toHaveLength(3);
  await repay(loan, 100);
  const rows = (await listBackers(loan.owner, loan.id)) as (Row & { mayThank: boolean })[];
  expect(rows.map(({ kind, mayThank }) => `${kind} ${mayThank}`)).toEqual(['backed_only true', 'backed_only true']);
});

test('pages neither skip nor repeat a person, while more are invited', async () => {
  const loan = await newLoan({ status: 3, backings: [1, 2, 3, 4, 5] });
  for (const times of [1, 2]) {
    await invite(loan.owner, loan.id, Array.from({ length: 3 * times }, fresh));
    moveClock(world, 60);
  }
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await world.call('GET', `/api/borrow/backersList?proposalId=${loan.id}&limit=4&cursor=${cursor}`, {
      as: loan.owner,
    });
    seen.push(...page.body.data.map((row: { id: string | null; email: string }) => row.id ?? row.email));
    cursor = page.body.nextCursor ?? '';
    if (cursor) await invite(loan.owner, loan.id, [fresh()]);
  } while (cursor);
  expect(seen).toHaveLength(14);
  expect(new Set(seen).size).toBe(14);
});
