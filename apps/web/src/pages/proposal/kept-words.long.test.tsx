import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import ContactDialog from '../../features/contacts/contact-dialog.tsx';
import { ThankOwnerDialog } from '../../features/investments/thank-owner-dialog.tsx';
import InviteDialog from '../../features/invitations/invite-dialog.tsx';
import { PersonView } from '../../features/people/person-view.tsx';
import PlanDialog from '../../features/plans/plan-dialog.tsx';
import { AppealDialog } from '../../features/reports/appeal-dialog.tsx';
import { startSession } from '../../lib/session.ts';
import type { CallName, DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER } from '../../test/people.ts';
import { proposalCard } from '../../test/proposal-cards.ts';
import { FUNDED } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';

type Closed = { onClose: () => void };
type Kept = [
  name: string,
  dialog: (closed: Closed) => ReactNode,
  call: CallName,
  submit: string,
  first?: [string, string],
];

const IN_TWENTY_DAYS = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
const loan = { proposalId: '101', title: 'A loom', userName: 'Rahima Begum' };
const mfi = { id: '3', name: 'ROI' };

const DIALOGS: Kept[] = [
  ['an appeal', (closed) => <AppealDialog caseId="7" proposalId="101" {...closed} />, 'enterAppeal', 'Send the appeal'],
  [
    'a contact',
    (closed) => <ContactDialog loan={loan} mfi={mfi} {...closed} />,
    'recordContact',
    'Save the contact',
    ['What came of it', 'unreachable'],
  ],
  [
    'a new plan',
    (closed) => <PlanDialog proposal={FUNDED} offer={{ monthly: 50, fromOn: IN_TWENTY_DAYS }} {...closed} />,
    'enterPlan',
    'Propose it',
  ],
  ['thanks', (closed) => <ThankOwnerDialog proposal={proposalCard()} {...closed} />, 'sendThankYouEmail', 'Send'],
];

/** Answers the first call with nothing. */
function breakOnce<Name extends CallName>(name: Name, answer: DataOf<Name>): (string | null)[] {
  const asked: (string | null)[] = [];
  fake(name, ({ key }) => {
    asked.push(key);
    return asked.length === 1 ? BROKEN : answer;
  });
  return asked;
}

function Openable({ dialog }: { dialog: Kept[1] }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return isOpen ? dialog({ onClose: close }) : <button onClick={() => setOpen(true)}>Again</button>;
}

beforeEach(() => {
  startSession('token', OFFICER);
  fake('listContacts', () => []);
});

test.each(DIALOGS)('words of %s outlive the closing of their dialog, and go when they are sent', async (...row) => {
  const [, dialog, name, submit, first] = row;
  fake(name, () => ({ results: [{ result: 'sent' }], amount: 8, local: null, state: 'waiting' }) as never);
  const screen = await renderPage(<Openable dialog={dialog} />, { path: '/App/proposal' });
  const words = screen.getByRole('dialog').getByRole('textbox').last();
  await words.fill('The river took the field.');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue('The river took the field.');
  if (first) await screen.getByLabelText(first[0]).selectOptions(first[1]);
  await screen.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click();
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue('');
});

test('addresses and a note outlive the closing of their dialog, and go when they are sent', async () => {
  const target = { proposalId: '101', title: 'A loom' };
  fake('sendBackInvitations', () => ({ results: [{ email: 'a@example.org', result: 'sent' }] }));
  const screen = await renderPage(<Openable dialog={(closed) => <InviteDialog target={target} {...closed} />} />, {
    path: '/App/proposal',
  });
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  const note = screen.getByRole('textbox', { name: /A few words/ });
  const list = screen.getByRole('list', { name: 'To be invited' });
  await email.fill('a@example.org b@example.org');
  await userEvent.keyboard('{Enter}');
  await email.fill('c@exam');
  await note.fill('Please look');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(list).toMatchTextContent(/a@example\.org.*b@example\.org/);
  await expect.element(email).toHaveValue('c@exam');
  await expect.element(note).toHaveValue('Please look');
  await email.fill('');
  await screen.getByRole('button', { name: 'Invite all 2 people' }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(note).toHaveValue('');
  expect(list.elements()).toEqual([]);
});

test('a note about a person outlives its page, and stays with that person', async () => {
  const show = (id: string) => {
    const person = { id, name: 'Asha Devi', phone: '', isPhoneConfirmed: true, loansCount: 0, backingsCount: 0 };
    return renderPage(<PersonView key={id} mfi={mfi} person={{ ...person, loans: [], notes: [] }} />, {
      path: '/App/MFIPeople/ROI',
    });
  };
  const first = await show('12');
  const note = first.getByRole('textbox', { name: 'New note' });
  await note.fill('Prefers to be called.');
  await first.unmount();
  const other = await show('13');
  await expect.element(note).toHaveValue('');
  await other.unmount();
  await show('12');
  await expect.element(note).toHaveValue('Prefers to be called.');
});

/** Saves a contact, whose answer is lost, and saves it once more from its dialog that is opened again. */
async function saveTwice(meanwhile = () => {}) {
  const keys = breakOnce('recordContact', { id: '5' } as never);
  const screen = await renderPage(
    <Openable dialog={(closed) => <ContactDialog loan={loan} mfi={mfi} {...closed} />} />,
    { path: '/App/MFI' },
  );
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('What came of it').selectOptions('unreachable');
  await dialog.getByRole('button', { name: 'Save the contact' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  meanwhile();
  await screen.getByRole('button', { name: 'Again' }).click();
  await dialog.getByRole('button', { name: 'Save the contact' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  return keys;
}

test('R6.3: a contact whose answer was lost goes out under the same key once its dialog is opened again', async () => {
  const keys = await saveTwice();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('R27.3: the same words about a borrower are another contact two hours later', async () => {
  const keys = await saveTwice(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 }));
  vi.useRealTimers();
  expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
});

test('R6.3: a note whose answer was lost goes out under the same key on a page that came anew', async () => {
  const keys = breakOnce('writePersonNote', { id: '2', text: 'Moved.', writtenAt: '2026-11-23T10:00:00.000Z' });
  const person = { id: '12', name: 'Asha Devi', phone: '', isPhoneConfirmed: true, loansCount: 0, backingsCount: 0 };
  const show = () =>
    renderPage(<PersonView mfi={mfi} person={{ ...person, loans: [], notes: [] }} />, { path: '/App/MFIPeople/ROI' });
  const first = await show();
  await first.getByRole('textbox', { name: 'New note' }).fill('Moved.');
  await first.getByRole('button', { name: 'Keep this note' }).click();
  await expect.element(first.getByRole('alert')).toBeVisible();
  await first.unmount();
  const anew = await show();
  await anew.getByRole('button', { name: 'Keep this note' }).click();
  await expect.element(anew.getByRole('textbox', { name: 'New note' })).toHaveValue('');
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('thanks that reached nobody are there again', async () => {
  fake('sendThankYouEmail', () => ({ results: [{ email: 'r@example.org', result: 'skipped' }] }));
  const screen = await renderPage(
    <Openable dialog={(closed) => <ThankOwnerDialog proposal={proposalCard()} {...closed} />} />,
    { path: '/App/proposal' },
  );
  const words = screen.getByRole('dialog').getByRole('textbox');
  await words.fill('The river took the field.');
  await screen.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(words).toHaveValue('The river took the field.');
});

test('a note that was sent is for those who are invited right after, and for nobody later', async () => {
  const sent: unknown[] = [];
  fake('sendBackInvitations', ({ body }) => {
    sent.push(body.note);
    return { results: [{ email: 'a@example.org', result: 'sent' }] };
  });
  const target = { proposalId: '101', title: 'A loom' };
  const show = () =>
    renderPage(<Openable dialog={(closed) => <InviteDialog target={target} {...closed} />} />, {
      path: '/App/proposal',
    });
  const screen = await show();
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  const note = screen.getByRole('textbox', { name: /A few words/ });
  const invite = async (address: string) => {
    await email.fill(address);
    await screen.getByRole('button', { name: 'Invite all' }).click();
    await expect.element(screen.getByRole('button', { name: 'Done' })).toBeVisible();
  };
  await note.fill('Dear Rahima');
  await invite('a@example.org');
  await screen.getByRole('button', { name: 'Invite more' }).click();
  await expect.element(note).toHaveValue('Dear Rahima');
  await invite('b@example.org');
  expect(sent).toEqual(['Dear Rahima', 'Dear Rahima']);
  await screen.getByRole('button', { name: 'Invite more' }).click();
  await email.fill('c@exam');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Again' }).click();
  await expect.element(email).toHaveValue('c@exam');
  await expect.element(note).toHaveValue('');
  // The page is closed over the results.
  await note.fill('Dear Nur');
  await invite('c@example.org');
  await screen.unmount();
  const anew = await show();
  await expect.element(anew.getByRole('textbox', { name: /A few words/ })).toHaveValue('');
});
