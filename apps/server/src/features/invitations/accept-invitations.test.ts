import { expect, test } from 'vitest';
import { confirmed, moveClock, profileOf, signIn, signUp } from '../../test/accounts.ts';
import { DAY, useInvitations } from '../../test/invitations.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { newLoan, back, setStatus } = useLoans(world);
const { invite, accept, preview, listOwn, mailsTo, tokenFor, bells, setEmail, newCampaign, inviteToCampaign } =
  useInvitations(world);

let serial = 0;
const fresh = () => `friend${(serial += 1)}@example.org`;
const confirm = (token: string) => world.call('POST', '/api/identity/confirm-email', { body: { token } });
const confirmationFor = async (address: string) => {
  const text = (await mailsTo(address)).map((mail) => mail.text).join();
  return decodeURIComponent(/ConfirmEmail\?token=(\S+)/.exec(text)?.[1] ?? '');
};
/** Registers through the forms, as far as the profile, with or without the token of a link. */
async function register(email: string, invitation?: string): Promise<Person> {
  const account = { ...(await confirmed(world)), email };
  const body = { ...profileOf(account), firstName: 'Nur', lastName: 'Islam', ...(invitation && { invitation }) };
  const { id } = done(await world.call('POST', '/api/users', { body }));
  const { token } = await signIn(world, account.phone);
  return { id: Number(id) as never, subject: account.subject, phone: account.phone, token };
}

async function invited(address = fresh()) {
  const loan = await newLoan();
  await invite(loan.owner, loan.id, [address], { body: { note: 'Please look' } });
  return { loan, address, token: await tokenFor(address) };
}

test('R12.3: registering along the link accepts, with any address, and tells the inviter', async () => {
  const { loan, token } = await invited();
  const person = await register(fresh(), token);
  expect(await listOwn(person)).toEqual([
    expect.objectContaining({
      inviterName: 'Rahima Khatun',
      note: 'Please look',
      proposal: expect.objectContaining({ id: loan.id, title: 'A sewing machine' }),
    }),
  ]);
  expect(await bells(loan.owner)).toEqual(['invitation_accepted']);
});

test('R12.3: a token that is used, unknown or over does not stop a registration', async () => {
  const { token } = await invited();
  const first = await register(fresh(), token);
  expect(await listOwn(first)).toHaveLength(1);
  for (const other of [token, 'nonsense', 'x'.repeat(200)]) {
    expect(await listOwn(await register(fresh(), other))).toEqual([]);
  }
});

test('R12.3: registering with the invited address alone accepts once the address is confirmed', async () => {
  const { loan, address } = await invited();
  const person = await register(address);
  expect(await listOwn(person)).toEqual([]);
  const answer = await confirm(await confirmationFor(address));
  expect(answer.body.data).toEqual({ acceptedCount: 1 });
  expect(await listOwn(person)).toHaveLength(1);
  expect(await bells(loan.owner)).toEqual(['invitation_accepted']);
});

test('R12.3: a confirmation works once, for seven days, and for that address only', async () => {
  const address = fresh();
  await register(address);
  const token = await confirmationFor(address);
  const [head, mac] = [token.slice(0, token.lastIndexOf('.')), token.slice(token.lastIndexOf('.') + 1)];
  for (const forged of ['x', `1${head}.${mac}`, `${head}.${'A'.repeat(43)}`]) {
    expect([404, 422], forged).toContain((await confirm(forged)).status);
  }
  moveClock(world, 7 * DAY + 60);
  expect(refusal(await confirm(token))).toBe('422 code_expired');
  world.now = new Date(world.now.getTime() - (7 * DAY + 60) * 1000);
  expect((await confirm(token)).status).toBe(200);
  expect(refusal(await confirm(token))).toBe('422 code_expired');
});

test('R12.3: a confirmation is for the address that the account had, and worth nothing once it has another', async () => {
  const address = fresh();
  const person = await register(address);
  const token = await confirmationFor(address);
  const email = fresh();
  await world.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
  expect(refusal(await confirm(token))).toBe('422 code_expired');
});

test('R12.3: following the link while signed in accepts; a token works once', async () => {
  const { loan, token } = await invited();
  const [person, another] = [await world.newPerson(), await world.newPerson()];
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(person, token)));
  for (const answer of answers) expect(answer.body.data).toEqual({ proposalId: loan.id, campaignId: null });
  expect(await bells(loan.owner)).toEqual(['invitation_accepted']);
  expect(refusal(await accept(another, token))).toBe('409 invitation_over');
  expect(refusal(await accept(another, 'x'.repeat(43)))).toBe('404 not_found');
  expect(await listOwn(another)).toEqual([]);
});

test('R12.3: of ten people with one link one gets it', async () => {
  const { loan, token } = await invited();
  const people = await Promise.all(Array.from({ length: 10 }, () => world.newPerson()));
  const answers = await Promise.all(people.map((person) => accept(person, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'invitation_over')).toHaveLength(9);
  expect(await bells(loan.owner)).toEqual(['invitation_accepted']);
});

test('R12.1: a link works for 60 days', async () => {
  const { token } = await invited();
  const person = await world.newPerson();
  moveClock(world, 60 * DAY);
  expect(refusal(await accept(person, token))).toBe('409 invitation_over');
  expect((await preview(token)).status).toBe(404);
});

test('a holder of the link sees the first name and an initial of the inviter, the title and no more, until it was used (R13.2)', async () => {
  const { loan, token } = await invited();
  expect((await preview(token)).body.data).toEqual({
    inviterName: 'Rahima K.',
    proposalId: loan.id,
    campaignId: null,
    title: 'A sewing machine',
    mfiName: 'ROI',
  });
  expect((await preview('nonsense')).status).toBe(404);
  done(await setStatus(loan, loan.owner, 1));
  expect((await preview(token)).status).toBe(404);
  done(await setStatus(loan, loan.owner, 2));
  await accept(await world.newPerson(), token);
  expect((await preview(token)).status).toBe(404);
});

test('“You were invited”: open, not backed, not ignored, the latest first, and mine only once the address is', async () => {
  const person = await world.newPerson();
  const address = fresh();
  await setEmail(person, address);
  const loans = [await newLoan(), await newLoan(), await newLoan(), await newLoan()];
  for (const loan of loans) {
    await world.db.deleteFrom('invitationSends').execute();
    await invite(loan.owner, loan.id, [address]);
    moveClock(world, 60);
  }
  expect(await listOwn(person)).toEqual([]);
  await setEmail(person, address, true);
  const ids = async () => (await listOwn(person)).map(({ proposal }) => proposal.id);
  expect(await ids()).toEqual(loans.map(({ id }) => id).toReversed());
  done(await back(loans[0]!, person, 10));
  done(await world.call('POST', `/api/borrow/ignoreProposal?proposalId=${loans[1]!.id}`, { as: person }));
  done(await setStatus(loans[2]!, loans[2]!.owner, 1));
  expect(await ids()).toEqual([loans[3]!.id]);
});

test('R12.7: campaign invitations are accepted the same way', async () => {
  const officer = await world.newPerson({ staffOf: [3 as never] });
  const campaignId = String(await newCampaign(officer, { endsOn: '2028-01-01' }));
  const address = fresh();
  done(await inviteToCampaign(officer, { campaignId, sendToMails: [address] }));
  const token = await tokenFor(address);
  expect((await preview(token)).body.data).toMatchObject({ campaignId, proposalId: null, title: 'Eid goats' });
  const publish = (published: boolean) => world.db.updateTable('campaigns').set({ published }).execute();
  await publish(false);
  expect((await preview(token)).status, 'R16.1').toBe(404);
  await publish(true);
  const person = await world.newPerson();
  expect((await accept(person, token)).body.data).toEqual({ proposalId: null, campaignId });
  expect(await bells(officer)).toEqual(['invitation_accepted']);
});

test('an account that was never confirmed gives the invitation back', async () => {
  const { token } = await invited();
  const account = await signUp(world);
  done(await world.call('POST', '/api/users', { body: { ...profileOf(account), invitation: token } }));
  expect((await preview(token)).status).toBe(404);
  moveClock(world, 61);
  await signUp(world, account.phone, fresh());
  expect((await preview(token)).status).toBe(200);
});

test('R12.3: the first person along the link keeps the invitation when its address is confirmed', async () => {
  const { loan, address, token } = await invited();
  const first = await world.newPerson();
  done(await accept(first, token));
  await register(address);
  expect((await confirm(await confirmationFor(address))).body.data).toEqual({ acceptedCount: 0 });
  expect((await listOwn(first)).map(({ proposal }) => proposal.id)).toEqual([loan.id]);
});
