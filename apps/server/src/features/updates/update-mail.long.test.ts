import type { ProposalId } from '@sathi/domain/ids.ts';
import { expect, test } from 'vitest';
import { done, refusal } from '../../test/loans.ts';
import { keptPicture } from '../../test/pictures.ts';
import { type Person, useWorld } from '../../test/world.ts';
import { useUpdateMails, WORDS } from '../../test/update-mails.ts';

const world = useWorld({ env: { PUBLIC_URL: 'https://sathi.example' } });
const { send, mailOf, loanWithUpdate, invite, sentTo } = useUpdateMails(world);

test('T5: the list is cut down to backers and invited people of this very loan, without a reason', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const other = await loanWithUpdate();
  await invite(loan, 'invited@example.org');
  await invite(loan, 'too-late@example.org', -1);
  const list = [...mails, 'invited@example.org', 'too-late@example.org', ...other.mails, 'nobody@example.org', 'x@'];
  const owner = await mailOf(loan.owner);
  const { results } = done(
    await send(loan, { updateId, sendToMails: [...list, owner, ` ${String(mails[0]).toUpperCase()}`] }),
  );
  expect(results.map(({ result }: { result: string }) => result)).toEqual(
    'sent sent sent skipped skipped skipped skipped invalid skipped skipped'.split(' '),
  );
  for (const address of [...mails, 'invited@example.org']) expect(await sentTo(address)).toHaveLength(1);
  for (const address of [...other.mails, 'too-late@example.org', 'nobody@example.org', owner])
    expect(await sentTo(address)).toEqual([]);
});

test('the mail carries the stored words and a link to our own address, in the language of its reader', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const reader = loan.backers[1] as Person;
  await world.db.updateTable('users').set({ language: 'be' }).where('id', '=', reader.id).execute();
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  done(await send(loan, { updateId, toAllBackers: true }, { headers: forged }));
  const [english] = await sentTo(mails[0] as string);
  expect(english?.subject).toBe('News from A sewing machine');
  expect(english?.text).toContain(
    [
      'Rahima Khatun writes how “A sewing machine” is going:',
      WORDS,
      'The picture is on the page of the loan at ROI:',
      `https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}#update-${updateId}`,
    ].join('\n\n'),
  );
  const [bengali] = await sentTo(mails[1] as string);
  expect(bengali?.subject).toBe('নতুন খবর: A sewing machine');
  expect(bengali?.html).toContain('lang="bn"');
  expect(JSON.stringify([english, bengali])).not.toContain('evil.example');
});

test('before sending, the owner sees the number of readers and the text', async () => {
  const { loan } = await loanWithUpdate();
  const audience = `/api/borrow/updateAudience?proposalId=${loan.id}`;
  expect(done(await world.call('GET', audience, { as: loan.owner }))).toEqual({
    backersCount: 2,
    mail: {
      subject: 'News from A sewing machine',
      opening: 'Rahima Khatun writes how “A sewing machine” is going:',
      closing: `The picture is on the page of the loan at ROI: https://sathi.example/App/proposal?mfi=ROI&id=${loan.id}`,
    },
  });
  expect(refusal(await world.call('GET', audience, { as: loan.officer }))).toBe('403 not_permitted');
});

test('once a day for each update and person, however it is asked for; another day is another mail', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  await invite(loan, 'friend@example.org');
  const ask = () => send(loan, { updateId, sendToMails: ['friend@example.org', mails[0]], toAllBackers: true });
  const answers = await Promise.all([ask(), ask(), ask()]);
  const sent = answers.flatMap((answer) => done(answer).results).filter(({ result }) => result === 'sent');
  expect(new Set(sent.map(({ email }) => email)).size).toBe(3);
  for (const address of [...mails, 'friend@example.org']) expect(await sentTo(address)).toHaveLength(1);
  expect(new Set(done(await ask()).results.map(({ result }: { result: string }) => result))).toEqual(
    new Set(['skipped']),
  );

  world.now = new Date(world.now.getTime() + 86_400_000);
  done(await ask());
  for (const address of [...mails, 'friend@example.org']) expect(await sentTo(address)).toHaveLength(2);
  // The bell has one line for one update, however often it was mailed.
  const bells = await world.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'update')
    .where('proposalId', '=', Number(loan.id) as ProposalId)
    .execute();
  expect(bells).toHaveLength(2);
});

test('security T5: an address without an account hears of one loan once a day, however many updates there are', async () => {
  const { loan, updateId } = await loanWithUpdate();
  await invite(loan, 'once-a-day@example.org');
  const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: 'More words.' };
  const second = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body })).id as string;
  const mail = async (id: string) =>
    done(await send(loan, { updateId: id, sendToMails: ['once-a-day@example.org'] })).results[0].result;
  expect([await mail(updateId), await mail(second), await mail(updateId)]).toEqual(['sent', 'skipped', 'skipped']);
  expect(await sentTo('once-a-day@example.org')).toHaveLength(1);
});

test('R12.2: an answer about an invited address is the same with an account, without, unsubscribed, and for a backer without a name', async () => {
  const { loan, updateId } = await loanWithUpdate();
  const body = { proposalId: loan.id, image: await keptPicture(world, loan.owner), description: 'More words.' };
  const second = done(await world.call('POST', '/api/borrow/proposalImage', { as: loan.owner, body })).id as string;
  const hidden = loan.backers[0] as Person;
  await world.db.updateTable('investments').set({ anonymous: true }).where('investorId', '=', hidden.id).execute();
  const [account, backer] = [await mailOf(await world.newPerson()), await mailOf(hidden)];
  const list = ['without-account@example.org', 'unsubscribed@example.org', account, backer];
  for (const address of list) await invite(loan, address);
  await world.db
    .insertInto('suppressedAddresses')
    .values({ address: 'unsubscribed@example.org', kind: 'all', reason: 'unsubscribed', at: world.now })
    .execute();
  const resultsOf = async (id: string, more = {}) =>
    done(await send(loan, { updateId: id, sendToMails: list, ...more }))
      .results.filter(({ email }: { email: string }) => list.includes(email))
      .map(({ result }: { result: string }) => result);

  done(await send(loan, { updateId, toAllBackers: true }));
  expect(await resultsOf(updateId)).toEqual(Array(4).fill('sent'));
  expect(await resultsOf(second, { toAllBackers: true })).toEqual(Array(4).fill('skipped'));
  for (const address of ['without-account@example.org', account]) expect(await sentTo(address)).toHaveLength(1);
  expect(await sentTo('unsubscribed@example.org')).toEqual([]);
  // Each update once, by the right of a backer.
  expect(await sentTo(backer)).toHaveLength(2);
});

test('R12.6: an invited person who unsubscribed from invitations is not reached by news either, a backer is', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const backer = String(mails[0]);
  await invite(loan, 'uninvited@example.org');
  for (const address of ['uninvited@example.org', backer])
    await world.db
      .insertInto('suppressedAddresses')
      .values({ address, kind: 'invitations', reason: 'unsubscribed', at: world.now })
      .execute();
  const { results } = done(await send(loan, { updateId, sendToMails: ['uninvited@example.org', backer] }));
  expect(results.map(({ result }: { result: string }) => result)).toEqual(['sent', 'sent']);
  expect(await sentTo('uninvited@example.org')).toEqual([]);
  expect(await sentTo(backer)).toHaveLength(1);
});

test('a person who unsubscribed from news gets none, and the answer does not tell', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  await invite(loan, 'tired@example.org');
  for (const address of [mails[0] as string, 'tired@example.org']) {
    await world.db
      .insertInto('suppressedAddresses')
      .values({ address, kind: 'news', reason: 'unsubscribed', at: world.now })
      .execute();
  }
  const { results } = done(await send(loan, { updateId, toAllBackers: true, sendToMails: ['tired@example.org'] }));
  expect(results.map(({ result }: { result: string }) => result)).toEqual(['sent', 'sent', 'sent']);
  expect(await sentTo(mails[0] as string)).toEqual([]);
  expect(await sentTo('tired@example.org')).toEqual([]);
  expect(await sentTo(mails[1] as string)).toHaveLength(1);
});

test('a former member and an institution count as no readers, and no answer names their made-up address (R19.3)', async () => {
  const { loan, updateId, mails } = await loanWithUpdate();
  const gone = loan.backers[0] as Person;
  await world.db
    .updateTable('users')
    .set({ email: `closed-${gone.id}@nobody.invalid`, closedAt: world.now })
    .where('id', '=', gone.id)
    .execute();
  const audience = `/api/borrow/updateAudience?proposalId=${loan.id}`;
  expect(done(await world.call('GET', audience, { as: loan.owner })).backersCount).toBe(1);
  expect(done(await send(loan, { updateId, toAllBackers: true })).results).toEqual([
    { email: mails[1], result: 'sent' },
  ]);
});

test('an invited address can stop the news with one click (RFC 8058)', async () => {
  const { loan, updateId } = await loanWithUpdate();
  await invite(loan, 'guest@example.org');
  done(await send(loan, { updateId, sendToMails: ['guest@example.org'] }));
  const [mail] = await sentTo('guest@example.org');
  expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/sathi\.example\/api\/mail\/unsubscribe\?token=/);
  for (const words of [mail?.text, mail?.html])
    expect(words, 'R12.6').toContain('https://sathi.example/App/Unsubscribe?token=');
});
