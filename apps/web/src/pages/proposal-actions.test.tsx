import { expect, test, vi } from 'vitest';
import { fake } from '../test/fake-endpoint.ts';
import { FUNDED, SEWING_MACHINE } from '../test/proposals.ts';
import { renderPage } from '../test/render-page.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import ProposalActions from './proposal-actions.tsx';

const at = { path: '/App/Home' };
const show = (proposal: ProposalSummary, onEdit?: () => void) =>
  renderPage(<ProposalActions proposal={proposal} {...(onEdit && { onEdit })} />, at);

const names = (screen: Awaited<ReturnType<typeof show>>) =>
  screen
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

test.each<[string, ProposalSummary['allowedActions'], string[]]>([
  [
    'a backer',
    ['invest', 'ignore', 'share', 'seeBackers', 'message', 'invite'],
    ['Back this loan', 'Messages', 'Invite people', 'Share', 'Ignore'],
  ],
  ['somebody who ignores it', ['invest', 'unignore'], ['Back this loan', 'Un-ignore']],
  [
    'the owner of a draft',
    ['edit', 'publish', 'delete', 'assignToCampaign'],
    ['Publish', 'Edit', 'Assign to campaign', 'Delete'],
  ],
  ['the owner once published', ['edit', 'unpublish', 'delete'], ['Edit', 'Unpublish', 'Delete']],
  [
    'staff before the check',
    ['invest', 'approve', 'returnProposal'],
    ['Approve', 'Back this loan', 'Return with a reason'],
  ],
  ['staff once backed', ['releaseFunds', 'returnProposal'], ['Release funds', 'Return with a reason']],
  ['staff of a funded loan', ['repay', 'decidePayment', 'decideWithdrawal'], ['Repay']],
  ['a visitor', ['share'], ['Share']],
])('specification 4, for %s: one filled button, the rest as named icons', async (_, allowedActions, expected) => {
  const screen = await show({ ...SEWING_MACHINE, allowedActions }, () => undefined);
  expect(names(screen)).toEqual(expected);
});

test('R4.2: while a withdrawal is open the server does not offer another, and repaying comes first', async () => {
  const screen = await show({ ...FUNDED, allowedActions: ['repay'] });
  await expect.poll(() => names(screen)).toEqual(['Repay']);
});

test.each([
  [3, 'Messages, 3 unread'],
  [100, 'Messages, 99+ unread'],
])('the icon of the messages counts what is new, %i, and a card also leads to the backers', async (count, name) => {
  const proposal = {
    ...SEWING_MACHINE,
    unreadMessagesCount: count,
    allowedActions: ['message', 'seeBackers'],
  } as const;
  const screen = await renderPage(
    <ProposalActions proposal={{ ...proposal, allowedActions: [...proposal.allowedActions] }} compact />,
    at,
  );
  expect(names(screen)).toEqual([name, 'See backers']);
});

test('publishing asks first, then says that it is done', async () => {
  const bodies: unknown[] = [];
  fake('updateProposal', ({ body }) => {
    bodies.push(body);
    return { id: '169', status: 2 };
  });
  const screen = await show({ ...SEWING_MACHINE, status: 1, allowedActions: ['publish'] });
  await screen.getByRole('button', { name: 'Publish' }).click();
  await expect.element(screen.getByText('Are you sure you want to publish this proposal?')).toBeVisible();
  expect(bodies).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect.element(screen.getByText('Proposal published')).toBeVisible();
  expect(bodies).toEqual([{ id: '169', status: 2 }]);
});

test('a no changes nothing', async () => {
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['delete'] });
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => screen.getByRole('alertdialog').elements().length).toBe(0);
});

test('why an action was refused stays beside the buttons', async () => {
  fake('deleteProposal', () => ({ refusal: 'has_backers', detail: 'This proposal already has backers.' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['delete'] });
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const actions = screen.getByRole('group', { name: 'What you can do with “Sewing machine”' });
  await expect.element(actions.getByRole('alert')).toHaveTextContent('This proposal already has backers.');
});

test('R2.2, specification 8: a second approval warns, and the question closes', async () => {
  fake('approveProposal', () => ({ refusal: 'already_approved', detail: 'already approved' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect.element(screen.getByText('Proposal is already Approved')).toBeVisible();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
});

test('R14.3: a proposal with a picture is approved only after four things about it are ticked', async () => {
  const asked: unknown[] = [];
  fake('approveProposal', ({ query }) => {
    asked.push(query);
    return { id: '169', status: 2, isMFIApproved: true };
  });
  const screen = await show({ ...SEWING_MACHINE, image: 'proposalImages/169-a.webp', allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  const dialog = screen.getByRole('alertdialog');
  const yes = dialog.getByRole('button', { name: 'Approve' });
  const boxes = dialog.getByRole('checkbox');
  await expect.poll(() => boxes.elements().length).toBe(4);
  for (const index of [0, 1, 2, 3]) {
    await expect.element(yes).toBeDisabled();
    await boxes.nth(index).click();
  }
  await yes.click();
  await expect.poll(() => asked).toEqual([{ mfiId: '3', proposalId: '169' }]);
});

test('R6.9: ignoring asks, and is taken back with one press', async () => {
  const asked: string[] = [];
  fake('ignoreProposal', ({ query }) => {
    asked.push(`ignore ${query.proposalId}`);
    return { proposalId: '169' };
  });
  fake('unignoreProposal', ({ query }) => {
    asked.push(`unignore ${query.proposalId}`);
    return { proposalId: '169' };
  });
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['ignore'] });
  await screen.getByRole('button', { name: 'Ignore' }).click();
  await expect.element(screen.getByText(/Are you sure you want to ignore this proposal\?/)).toBeVisible();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Ignore' }).click();
  await expect.element(screen.getByText('Proposal ignored')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Proposal un-ignored')).toBeVisible();
  expect(asked).toEqual(['ignore 169', 'unignore 169']);
});

test('R3.2: releasing says that the MFI holds or advances the money', async () => {
  const asked: unknown[] = [];
  fake('releaseFunds', ({ query }) => {
    asked.push(query);
    return { id: '169', status: 5, isMFIApproved: true };
  });
  const screen = await show({ ...SEWING_MACHINE, status: 4, allowedActions: ['releaseFunds'] });
  await screen.getByRole('button', { name: 'Release funds' }).click();
  const dialog = screen.getByRole('dialog');
  await expect
    .element(dialog.getByText('By releasing, ROI states that it holds the $100 or advances it.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Release $100' }).click();
  await expect.poll(() => asked).toEqual([{ mfiId: '3', proposalId: '169' }]);
});

test('R2.5: returning needs one of the reasons, and "other" a note', async () => {
  const bodies: unknown[] = [];
  fake('returnProposal', ({ body }) => {
    bodies.push(body);
    return { id: '169', status: 1, isMFIApproved: false };
  });
  const screen = await show({ ...SEWING_MACHINE, status: 3, collectedAmount: 40, allowedActions: ['returnProposal'] });
  await screen.getByRole('button', { name: 'Return with a reason' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('$40 USD goes back to the people who backed it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOptions('other');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  expect(bodies).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Note to the borrower' }).fill('Please write what the machine costs.');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect.poll(() => bodies).toEqual([{ reason: 'other', note: 'Please write what the machine costs.' }]);
});

test('editing is offered where it is possible only', async () => {
  const onEdit = vi.fn();
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['edit'] }, onEdit);
  await screen.getByRole('button', { name: 'Edit' }).click();
  expect(onEdit).toHaveBeenCalledOnce();
});
