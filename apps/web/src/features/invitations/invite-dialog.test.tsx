import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { fake } from '../../test/fake-endpoint.ts';
import { renderPage } from '../../test/render-page.tsx';
import InviteDialog, { type InviteTarget } from './invite-dialog.tsx';

const LOAN: InviteTarget = { proposalId: '169', title: 'Sewing machine' };

async function open(target: InviteTarget = LOAN) {
  const onClose = vi.fn();
  const screen = await renderPage(<InviteDialog target={target} onClose={onClose} />, { path: '/App/Home' });
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  const add = screen.getByRole('button', { name: 'Add to the list' });
  return { screen, onClose, email, add };
}

test('specification 2: the dialog is called “invite backers” and the proposal', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: /^invite backers: .*Sewing machine/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Invite all' })).toBeDisabled();
});

test('the invite dialog opens in its field, and keeps the focus when an address is taken off', async () => {
  const { screen, email } = await open();
  await expect.element(email).toHaveFocus();
  await userEvent.keyboard('nur@example.org{Enter}');
  await expect.element(email).toHaveFocus();
  const remove = screen.getByRole('button', { name: /Remove .*nur@example.org/ });
  await expect.element(remove).toBeVisible();
  (remove.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(screen.getByRole('group', { name: 'To be invited' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(email).toHaveFocus();
});

test.each([
  ['', 'Required'],
  ['  ', 'Required'],
  ['nonsense', 'Wrong email format'],
  ['a@b', 'Wrong email format'],
])('specification 5: %j is %s', async (typed, message) => {
  const { screen, email, add } = await open();
  await email.fill(typed);
  await add.click();
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
});

test('addresses are collected one by one or pasted together, and taken off again', async () => {
  const { screen, email, add } = await open();
  await email.fill('Nur@Example.org');
  await add.click();
  await expect.element(email).toHaveValue('');
  await email.fill('Joao <joao@example.org>; grace@example.org, nur@example.org wrong');
  await add.click();
  const list = screen.getByRole('list', { name: 'To be invited' }).getByRole('listitem');
  await expect.element(list.nth(2)).toMatchTextContent(/^grace@example\.org/);
  expect(list.elements()).toHaveLength(3);
  // Wrong addresses stay to be corrected.
  await expect.element(email).toHaveValue('wrong');
  await screen.getByRole('button', { name: /Remove .*joao@example.org/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Invite all 2 people' })).toBeEnabled();
});

test('an address that stands in the box is invited with the list, and a wrong one holds all back', async () => {
  const sent: unknown[] = [];
  fake('sendBackInvitations', ({ body }) => {
    sent.push(body.sendToMails);
    return { results: [{ email: 'a@example.org', result: 'sent' }] };
  });
  const { screen, email, add } = await open();
  await email.fill('a@example.org');
  await add.click();
  await email.fill('b@example');
  await screen.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect.element(screen.getByText('Wrong email format')).toBeVisible();
  expect(sent).toEqual([]);
  await email.fill('b@example.org');
  await screen.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect.poll(() => sent).toEqual([['a@example.org', 'b@example.org']]);
});

test('a single address needs no step of its own before it is invited', async () => {
  const sent: unknown[] = [];
  fake('sendBackInvitations', ({ body }) => {
    sent.push(body.sendToMails);
    return { results: [{ email: 'a@example.org', result: 'sent' }] };
  });
  const { screen, email } = await open();
  await email.fill('a@example.org');
  await screen.getByRole('button', { name: 'Invite all' }).click();
  await expect.poll(() => sent).toEqual([['a@example.org']]);
});

test('the result of each address is said in words, and stays', async () => {
  const sent: unknown[] = [];
  fake('sendBackInvitations', ({ body }) => {
    sent.push(body);
    return {
      results: [
        { email: 'a@example.org', result: 'sent' },
        { email: 'b@example.org', result: 'already_backed' },
        { email: 'c@example.org', result: 'skipped' },
      ],
    };
  });
  const { screen, email, add, onClose } = await open();
  await email.fill('a@example.org b@example.org c@example.org');
  await add.click();
  await screen.getByRole('textbox', { name: /A few words/ }).fill('Please look');
  await screen.getByRole('button', { name: 'Invite all 3 people' }).click();
  await expect.element(screen.getByText('Email Sent Successfully')).toBeVisible();
  expect(sent).toEqual([
    { proposalId: '169', sendToMails: ['a@example.org', 'b@example.org', 'c@example.org'], note: 'Please look' },
  ]);
  const rows = screen.getByRole('list', { name: 'What became of each address' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/a@example\.org.*Sent/);
  await expect.element(rows.nth(1)).toMatchTextContent(/b@example\.org.*Backs this loan already/);
  await expect.element(rows.nth(2)).toMatchTextContent(/c@example\.org.*Not sent now/);
  await screen.getByRole('button', { name: 'Done' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a refusal of the server sends no invitation and loses no address', async () => {
  fake('sendBackInvitations', () => ({ refusal: 'funding_ended' }));
  const { screen, email, add } = await open();
  await email.fill('a@example.org');
  await add.click();
  await screen.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'To be invited' })).toMatchTextContent(/a@example\.org/);
});

test('a note that is too long is not sent', async () => {
  const { screen, email, add } = await open();
  await email.fill('a@example.org');
  await add.click();
  await screen.getByRole('textbox', { name: /A few words/ }).fill('x'.repeat(281));
  await expect.element(screen.getByRole('button', { name: 'Invite 1 person' })).toBeDisabled();
});

test('R12.7: a campaign is invited to by its own call', async () => {
  const sent: unknown[] = [];
  fake('sendCampaignInvite', ({ body }) => {
    sent.push(body);
    return { results: [{ email: 'a@example.org', result: 'sent' }] };
  });
  const { screen, email, add } = await open({ campaignId: '7', title: 'Eid goats' });
  await expect.element(screen.getByRole('heading', { name: /^invite to the campaign: .*Eid goats/ })).toBeVisible();
  await email.fill('a@example.org');
  await add.click();
  await screen.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect.poll(() => sent).toEqual([{ campaignId: '7', sendToMails: ['a@example.org'] }]);
});
