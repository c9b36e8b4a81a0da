import { describe, expect, test, vi } from 'vitest';
import { fake } from '../../test/fake-endpoint.ts';
import { FUNDED, SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { shownToasts } from '../../ui/toast.ts';
import { ProposalActions } from './proposal-actions.tsx';

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
])('specification 4, for %s: one filled button, and every one with its word', async (_, allowedActions, expected) => {
  const screen = await show({ ...SEWING_MACHINE, allowedActions }, () => undefined);
  for (const button of screen.getByRole('button').elements()) {
    expect((button as HTMLElement).innerText.trim()).not.toBe('');
  }
  expect(names(screen)).toEqual(expected);
});

test('R4.2: while a withdrawal is open the server does not offer another, and repaying comes first', async () => {
  const screen = await show({ ...FUNDED, allowedActions: ['repay'] });
  await expect.poll(() => names(screen)).toEqual(['Repay']);
});

test.each([
  [3, 'Messages, 3 unread'],
  [100, 'Messages, 99+ unread'],
])('the icon of the messages counts new ones, %i', async (unreadMessagesCount, name) => {
  const screen = await show({ ...SEWING_MACHINE, unreadMessagesCount, allowedActions: ['message'] });
  expect(names(screen)).toEqual([name]);
});

describe('on a card', () => {
  const showCard = (proposal: Partial<ProposalSummary>, onHistory?: () => void) =>
    renderPage(<ProposalActions proposal={{ ...SEWING_MACHINE, ...proposal }} compact onHistory={onHistory} />, at);
  const open = async (screen: Awaited<ReturnType<typeof show>>, name: string) => {
    await screen.getByRole('button', { name }).click();
    const items = screen.getByRole('menuitem').elements();
    for (const item of items) expect(item.querySelector('svg')).not.toBeNull();
    return items.map(({ textContent }) => textContent);
  };

  test('one button is filled, sharing has its word, and the rest are words in a menu, with the backers', async () => {
    const screen = await showCard({
      allowedActions: ['invest', 'ignore', 'share', 'seeBackers', 'message', 'invite'],
    });
    expect(names(screen)).toEqual(['Back this loan', 'Share', 'More']);
    expect(await open(screen, 'More')).toEqual(['Messages', 'Invite people', 'See backers', 'Ignore']);
  });

  test('the menu counts unread messages before it is opened', async () => {
    const screen = await showCard({ unreadMessagesCount: 3, allowedActions: ['message'] });
    expect(await open(screen, 'More · Messages, 3 unread')).toEqual(['Messages, 3 unread']);
  });

  test('an action of the menu opens its dialog, and closing it gives the focus back to the menu', async () => {
    fake('listBackers', () => []);
    const screen = await showCard({ allowedActions: ['seeBackers'] });
    await screen.getByRole('button', { name: 'More' }).click();
    await screen.getByRole('menuitem', { name: 'See backers' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  test('an officer is led to the decision and not to backing, and finds the history in the menu', async () => {
    const onHistory = vi.fn();
    const screen = await showCard({ allowedActions: ['invest', 'returnProposal'] }, onHistory);
    expect(names(screen)).toEqual(['More']);
    expect(await open(screen, 'More')).toEqual(['Back this loan', 'Return with a reason', 'Evidence and history']);
    await screen.getByRole('menuitem', { name: 'Evidence and history' }).click();
    expect(onHistory).toHaveBeenCalledOnce();
  });
});

test('publishing asks first, then leads to the page that helps to share', async () => {
  const bodies: unknown[] = [];
  fake('updateProposal', ({ body }) => {
    bodies.push(body);
    return { id: '169', status: 2, amount: 400, localAmount: null };
  });
  const screen = await show({ ...SEWING_MACHINE, status: 1, allowedActions: ['publish'] });
  await screen.getByRole('button', { name: 'Publish' }).click();
  await expect.element(screen.getByText('Are you sure you want to publish this proposal?')).toBeVisible();
  expect(bodies).toEqual([]);
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => location.pathname + location.search).toBe('/App/Published?mfi=ROI&id=169');
  expect(bodies).toEqual([{ id: '169', status: 2 }]);
});

test('publishing a draft whose date has passed asks about the date (R17.5)', async () => {
  const draft = { ...SEWING_MACHINE, status: 1, startDate: '2020-02-29', allowedActions: ['publish'] } as const;
  const screen = await show({ ...draft, allowedActions: ['publish'] });
  await screen.getByRole('button', { name: 'Publish' }).click();
  const question = screen.getByRole('alertdialog');
  await expect
    .element(question.getByText('The day you need the money has already passed. Publish anyway?'))
    .toBeVisible();
});

test('a no changes nothing', async () => {
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['delete'] });
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect.poll(() => screen.getByRole('alertdialog').elements().length).toBe(0);
});

test('deleting on the page of a proposal ends at Home', async () => {
  fake('deleteProposal', () => ({ id: '169' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['delete'] });
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => location.pathname).toBe('/App/Home/ROI');
});

test('why an action was refused stays beside the buttons', async () => {
  fake('deleteProposal', () => ({ refusal: 'has_backers', detail: 'This proposal already has backers.' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['delete'] });
  await screen.getByRole('button', { name: 'Delete' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  const actions = screen.getByRole('group', { name: 'What you can do with “Sewing machine”' });
  await expect.element(actions.getByRole('alert')).toHaveTextContent('This proposal already has backers.');
});

test('R2.2, specification 8: a second approval warns, and the question closes', async () => {
  fake('listGalleryImages', () => []);
  fake('approveProposal', () => ({ refusal: 'already_approved', detail: 'already approved' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.element(screen.getByText('Proposal is already Approved')).toBeVisible();
  expect(screen.getByRole('alertdialog').elements()).toHaveLength(0);
});

test('R2.2: why an approval was not done stands until it is closed', async () => {
  fake('listGalleryImages', () => []);
  fake('approveProposal', () => ({ refusal: 'changed_meanwhile' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  const problem = screen.getByRole('dialog', { name: 'Approve Sewing machine' });
  await expect.element(problem.getByRole('alert')).toBeVisible();
  await problem.getByRole('button', { name: 'Close' }).click();
  await expect.element(problem).not.toBeInTheDocument();
});

test('R2.2: an officer learns that a proposal has moved on, though its card may go with the list', async () => {
  fake('listGalleryImages', () => []);
  fake('approveProposal', () => ({ refusal: 'wrong_status' }));
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => shownToasts().map(({ text }) => text)).toEqual([expect.stringMatching(/has moved on/)]);
  expect(screen.getByRole('dialog').elements()).toEqual([]);
});

test('R14.3: a proposal with pictures in its album alone is approved only after the four things are ticked', async () => {
  fake('listGalleryImages', () => [
    { id: '8', proposalId: '169', image: 'proposalImages/8.webp', imageUrl: '', imageBlur: null, alt: 'A goat' },
  ]);
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['approve'] });
  await screen.getByRole('button', { name: 'Approve' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog.getByRole('button', { name: /^Yes/ })).toBeDisabled();
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(4);
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
  const yes = dialog.getByRole('button', { name: /^Yes/ });
  const boxes = dialog.getByRole('checkbox');
  await expect.poll(() => boxes.elements().length).toBe(4);
  for (const index of [0, 1, 2, 3]) {
    await expect.element(yes).toBeDisabled();
    await boxes.nth(index).click();
  }
  await yes.click();
  await expect.poll(() => asked).toEqual([{ mfiId: '3', proposalId: '169', revision: '0' }]);
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
  await screen.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click();
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
  await expect.poll(() => asked).toEqual([{ mfiId: '3', proposalId: '169', revision: '0' }]);
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

test('R20.9: returning tells of the money that came and goes back, not of what is still promised', async () => {
  const loan = { ...SEWING_MACHINE, status: 3 as const, collectedAmount: 40, awaitedAmount: 25, backersAwaited: 1 };
  const screen = await show({ ...loan, allowedActions: ['returnProposal'] });
  await screen.getByRole('button', { name: 'Return with a reason' }).click();
  await expect.element(screen.getByText('$15 USD goes back to the people who backed it.')).toBeVisible();
});

test('editing is offered where it is possible only', async () => {
  const onEdit = vi.fn();
  const screen = await show({ ...SEWING_MACHINE, allowedActions: ['edit'] }, onEdit);
  await screen.getByRole('button', { name: 'Edit' }).click();
  expect(onEdit).toHaveBeenCalledOnce();
});
