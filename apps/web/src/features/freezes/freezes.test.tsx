import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { fake, pageOf } from '../../test/fake-endpoint.ts';
import { OFFICER, RAHIMA, ROI } from '../../test/people.ts';
import { proposalPage } from '../../test/proposal-cards.ts';
import { renderPage } from '../../test/render-page.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';
import { FreezeList } from './freeze-list.tsx';
import { ProposalFreezes } from './proposal-freezes.tsx';

const stops: DataOf<'listFreezes'>[number] = {
  id: '4',
  personId: null,
  proposalId: '101',
  reason: 'We are looking into the documents.',
  frozenAt: '2026-11-20T10:00:00.000Z',
  personName: 'Rahima Begum',
  title: 'A sewing machine',
  frozenByName: 'Anil Rao',
  undoEnteredByName: null,
  undoEndsAt: null,
  mayEnter: true,
  mayConfirm: false,
};
const { id, personId, proposalId, reason, frozenAt } = stops;
const freeze = { id, personId, proposalId, reason, frozenAt };

const NADIA: DataOf<'listBackers'>[number] = {
  id: '20',
  invitationId: null,
  name: 'Nadia Karim',
  email: null,
  profileImage: null,
  amount: 60,
  anonymous: false,
  dateBacked: null,
  dateInvited: null,
  kind: 'backed_only',
  mayThank: false,
  awaited: null,
  forgiven: 0,
  isInstitution: false,
  resendAt: null,
};

beforeEach(() => {
  fake('findMfi', () => ROI);
  startSession('token', OFFICER);
});

test('R34.7: a manager stops a backer, with a reason', async () => {
  const sent: unknown[] = [];
  fake('listBackers', () => [NADIA]);
  fake('enterFreeze', ({ body }) => {
    sent.push(body);
    return { id: '4', state: 'frozen' };
  });
  const screen = await renderPage(<FreezeDialog proposal={proposalPage()} userId="9" onClose={() => {}} />, {
    path: '/App/proposal',
  });
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(screen.getByText('required')).toBeVisible();
  await expect.element(screen.getByRole('option', { name: 'Nadia Karim, who backs it' })).toBeInTheDocument();
  await screen.getByLabelText('What is to be stopped').selectOptions('Nadia Karim, who backs it');
  await screen.getByLabelText(/^Reason/).fill(' We are looking into it. ');
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(screen.getByText('Stopped. The person is told why.')).toBeInTheDocument();
  expect(sent).toEqual([{ kind: 'person', id: '20', reason: 'We are looking into it.' }]);
});

test('R34.7: a reason that was begun stays with the person or proposal that it is about', async () => {
  fake('listBackers', () => [NADIA]);
  const show = () =>
    renderPage(<FreezeDialog proposal={proposalPage()} userId="9" onClose={() => {}} />, { path: '/App/proposal' });
  const screen = await show();
  const words = screen.getByLabelText(/^Reason/);
  const choose = (name: string) => screen.getByLabelText('What is to be stopped').selectOptions(name);
  await choose('Nadia Karim, who backs it');
  await words.fill('A forged paper.');
  await screen.unmount();
  await show();
  await expect.element(words).toHaveValue('');
  await choose('Nadia Karim, who backs it');
  await expect.element(words).toHaveValue('A forged paper.');
});

test('R34.7: what was wrong with one choice is not said of the next', async () => {
  fake('listBackers', () => [NADIA]);
  fake('enterFreeze', () => ({ refusal: 'already_frozen' }));
  const screen = await renderPage(<FreezeDialog proposal={proposalPage()} userId="9" onClose={() => {}} />, {
    path: '/App/proposal',
  });
  const choose = (name: string) => screen.getByLabelText('What is to be stopped').selectOptions(name);
  const stop = () => screen.getByRole('button', { name: 'Stop' }).click();
  await stop();
  await expect.element(screen.getByText('required')).toBeVisible();
  await choose('Nadia Karim, who backs it');
  await expect.element(screen.getByText('required')).not.toBeInTheDocument();
  await screen.getByLabelText(/^Reason/).fill('A forged paper.');
  await stop();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await choose('This proposal');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('R34.7: a manager finds a backer beyond the first page of backers', async () => {
  const invited = { ...NADIA, id: '30', kind: 'invited_only' as const };
  fake('listBackers', ({ query }) =>
    query.cursor === 'earlier' ? [NADIA] : pageOf<'listBackers'>([invited], 'earlier'),
  );
  const screen = await renderPage(<FreezeDialog proposal={proposalPage()} userId="9" onClose={() => {}} />, {
    path: '/App/proposal',
  });
  const option = screen.getByRole('option', { name: 'Nadia Karim, who backs it' });
  expect(option.elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(option).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('R34.3: undoing is entered by a manager, and confirmed by the other', async () => {
  fake('listFreezes', () => [stops]);
  fake('enterUnfreeze', () => ({ id: '4', state: 'entered' }));
  const screen = await renderPage(<FreezeList mfiId="3" />, { path: '/App/MFIFreezes/ROI' });
  await expect.element(screen.getByRole('heading', { name: 'A sewing machine' })).toBeVisible();
  fake('listFreezes', () => [
    {
      ...stops,
      undoEnteredByName: 'Anil Rao',
      undoEndsAt: '2026-12-20T10:00:00.000Z',
      mayEnter: false,
      mayConfirm: true,
    },
  ]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText(/^Anil Rao wants to undo it/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Confirm: let it go on' })).toBeVisible();
});

test('R34.7: what is stopped beyond the first page of the list is shown on demand', async () => {
  fake('listFreezes', ({ query }) =>
    query.cursor === 'later' ? [{ ...stops, id: '5', title: 'A loom' }] : pageOf<'listFreezes'>([stops], 'later'),
  );
  const screen = await renderPage(<FreezeList mfiId="3" />, { path: '/App/MFIFreezes/ROI' });
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByRole('heading', { name: 'A loom' })).toBeVisible();
});

test('R34.7: the reader learns what is stopped and why', async () => {
  startSession('token', RAHIMA);
  const freezes = [freeze, { ...freeze, id: '5', personId: RAHIMA.id, proposalId: null }];
  const screen = await renderPage(<ProposalFreezes proposal={proposalPage({ freezes })} userId={RAHIMA.id} />, {
    path: '/App/proposal',
  });
  await expect.element(screen.getByText(/^ROI has stopped this proposal/)).toBeVisible();
  await expect.element(screen.getByText(/^ROI has stopped you/)).toBeVisible();
  await expect.element(screen.getByText(reason).first()).toBeVisible();
});
