import { expect, test } from 'vitest';
import type { DataOf } from '../../lib/wire.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import { BackersList } from './backers-list.tsx';

type Backer = DataOf<'listBackers'>[number];

const nadia: Backer = {
  id: '20',
  invitationId: null,
  name: 'Nadia Karim',
  email: null,
  profileImage: null,
  amount: 60,
  dateBacked: '2026-11-18T10:00:00.000Z',
  dateInvited: null,
  anonymous: false,
  kind: 'backed_only',
  mayThank: false,
  awaited: null,
  forgiven: 0,
  isInstitution: false,
  resendAt: null,
};
const joao: Backer = {
  ...nadia,
  id: '21',
  name: 'Joao',
  email: 'joao@mail.example',
  dateInvited: '2026-11-10T10:00:00.000Z',
  kind: 'invited_and_backed',
};
const grace: Backer = {
  ...nadia,
  id: null,
  invitationId: '5',
  name: '',
  email: 'grace@mail.example',
  amount: 0,
  dateBacked: null,
  dateInvited: '2026-11-11T10:00:00.000Z',
  kind: 'invited_only',
};

const show = (proposal = FUNDED) => renderPage(<BackersList proposal={proposal} />, { path: '/App/proposal' });

test("specification 2: a backer's way here is said in a word, not by colour alone", async () => {
  fake('listBackers', () => [nadia, joao, grace]);
  const screen = await show();
  await expect.element(screen.getByText('$100 USD from 2 backers')).toBeVisible();
  const cards = screen.getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent(/Nadia Karim.*Backed.*Backed on 18\/11\/2026.*\$60/);
  await expect.element(cards.nth(1)).toMatchTextContent(/Joao.*joao@mail\.example.*Invited and backed/);
  await expect.element(cards.nth(2)).toMatchTextContent(/grace@mail\.example.*Invited.*Invited on 11\/11\/2026$/);
  await expect.element(screen.getByRole('button', { name: /thank|Send/i })).not.toBeInTheDocument();
});

test('R12.8: the owner thanks one backer, or all of them at once', async () => {
  const sent: unknown[] = [];
  fake('listBackers', () => [
    { ...nadia, email: 'nadia@mail.example', mayThank: true },
    { ...joao, mayThank: true },
  ]);
  fake('sendThankYouEmail', ({ body }) => {
    sent.push(body);
    return { results: [{ email: 'nadia@mail.example', result: 'sent' }] };
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Say thanks to Nadia Karim' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Email Sent Successfully')).toBeVisible();
  await screen.getByRole('button', { name: 'Thank all 2 backers' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect
    .poll(() => sent)
    .toEqual([
      { proposalId: FUNDED.id, sendToMail: ['nadia@mail.example'] },
      { proposalId: FUNDED.id, sendToMail: ['nadia@mail.example', 'joao@mail.example'] },
    ]);
});

test('each card says in words what it offers', async () => {
  fake('listBackers', () => [
    { ...joao, mayThank: true },
    { ...grace, resendAt: '2020-01-01T10:00:00.000Z' },
  ]);
  const screen = await show();
  await expect.element(screen.getByRole('button', { name: 'Say thanks to Joao' })).toHaveTextContent('Say thanks');
  const again = screen.getByRole('button', { name: 'Send again to grace@mail.example' });
  await expect.element(again).toHaveTextContent('Send again');
});

test('specification 4: a repaid proposal has other thanks', async () => {
  const sent: unknown[] = [];
  fake('listBackers', () => [{ ...joao, mayThank: true }]);
  fake('sendThanksAfterRepaid', ({ body }) => {
    sent.push(body);
    return { results: [{ email: 'joao@mail.example', result: 'skipped' }] };
  });
  const screen = await show({ ...FUNDED, status: 6 });
  await screen.getByRole('button', { name: 'Say thanks to Joao' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(screen.getByText('Email Sent Successfully')).not.toBeInTheDocument();
});

test('R12.6: an invitation is sent again when it is time, and before says from when', async () => {
  const sent: unknown[] = [];
  fake('listBackers', () => [
    { ...grace, resendAt: '2020-01-01T10:00:00.000Z' },
    { ...grace, invitationId: '6', email: 'later@mail.example', resendAt: '2099-01-01T10:00:00.000Z' },
  ]);
  fake('sendBackInvitations', ({ body }) => {
    sent.push(body);
    return { results: [{ email: 'grace@mail.example', result: 'sent' }] };
  });
  const screen = await show();
  await expect.element(screen.getByText(/Can be sent again from 01\/01\/2099/)).toBeVisible();
  await screen.getByRole('button', { name: 'Send again to grace@mail.example' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Email Sent Successfully')).toBeVisible();
  expect(sent).toEqual([{ proposalId: FUNDED.id, sendToMails: ['grace@mail.example'] }]);
});

test('a mail is not sent by one tap: the question can be answered with no', async () => {
  const sent: unknown[] = [];
  fake('listBackers', () => [{ ...joao, mayThank: true }]);
  fake('sendThankYouEmail', ({ body }) => {
    sent.push(body);
    return { results: [] };
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Say thanks to Joao' }).click();
  await expect.element(screen.getByText('A thank-you goes to 1 backer by e-mail.')).toBeVisible();
  await screen.getByRole('button', { name: 'No', exact: true }).click();
  expect(sent).toEqual([]);
});

test('a refused mail says why beside the list', async () => {
  fake('listBackers', () => [{ ...joao, mayThank: true }]);
  fake('sendThankYouEmail', () => ({ refusal: 'too_many_requests' }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Say thanks to Joao' }).click();
  await screen.getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('a loan without backers explains its empty list', async () => {
  fake('listBackers', () => []);
  const screen = await show();
  await expect.element(screen.getByText('Nobody has backed this loan yet')).toBeVisible();
});

test('a list that could not be loaded can be asked for again', async () => {
  let calls = 0;
  fake('listBackers', () => (++calls === 1 ? { refusal: 'not_permitted' } : [nadia]));
  const screen = await show();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nadia Karim')).toBeVisible();
});

test('an anonymous backer is Somebody, and one whom the reader knows is told to be that to others (R13.1)', async () => {
  const somebody: Backer = { ...nadia, id: null, name: 'Somebody', anonymous: true };
  fake('listBackers', () => [somebody, { ...somebody, amount: 5 }, { ...joao, anonymous: true }]);
  const screen = await show();
  const cards = screen.getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent(/Somebody.*Backed.*\$60/);
  await expect.element(cards.nth(1)).toMatchTextContent(/Somebody.*Backed.*\$5/);
  await expect.element(cards.nth(2)).toMatchTextContent(/Joao.*Others see “Somebody”/);
});

test('a part on its way is told beside its sum, and the institution is named as one (R19.3, R20.1)', async () => {
  fake('listBackers', () => [
    { ...nadia, awaited: 25 },
    { ...joao, id: '30', name: 'ROI', email: null, dateInvited: null, kind: 'backed_only', isInstitution: true },
  ]);
  const screen = await show();
  const cards = screen.getByRole('listitem');
  await expect.element(cards.nth(0)).toMatchTextContent(/Nadia Karim.*\$25 on the way.*\$60/);
  await expect.element(cards.nth(1)).toMatchTextContent(/ROI.*Institution/);
  expect(cards.nth(1).getByText('on the way').elements()).toEqual([]);
});
