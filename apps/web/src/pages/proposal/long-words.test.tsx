import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import InvitedProposals from '../../features/invitations/invited-proposals.tsx';
import MessagesDialog from '../../features/messages/messages-dialog.tsx';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { proposalPage } from '../../test/proposal-cards.ts';
import { startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Row } from '../../ui/page.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import ProposalPage from './proposal-page.tsx';

const TITLE = 'W'.repeat(100);
const NAME = `${'Maximiliana'.repeat(7)} ${'Wolfeschlegel'.repeat(6)}`;
const PATH = '/App/proposal?mfi=ROI&id=101';

let before: { width: number; height: number };

beforeEach(async () => {
  before = { width: innerWidth, height: innerHeight };
  await page.viewport(320, 700);
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('findProposal', () =>
    proposalPage({ title: TITLE, userName: NAME, allowedActions: ['invite', 'seeBackers'], status: 3 }),
  );
  fake('listUpdates', () => []);
  fake('listGalleryImages', () => []);
  fake('listTransactions', () => []);
  fake('proposalHistory', () => []);
  fake('findChainRegistration', () => ({ state: 'none', deployHash: null, blockHeight: null }));
  fake('listBackers', () => [
    {
      id: '1',
      name: NAME,
      email: null,
      profileImage: null,
      amount: 12_345.67,
      dateBacked: '2026-11-20T10:05:00.000Z',
      dateInvited: null,
      anonymous: false,
      kind: 'backed_only',
      invitationId: null,
      mayThank: true,
      awaited: null,
      forgiven: 0,
      isInstitution: false,
      resendAt: null,
    },
  ]);
});

afterEach(() => page.viewport(before.width, before.height));

/** The boxes that cut off their content or scroll sideways. Fields and texts that are only heard may. */
function tooNarrow(root: Element): string[] {
  return [...root.querySelectorAll('*')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
    .filter(
      // A toolbar is one row of known words that scrolls within itself.
      (element) =>
        getComputedStyle(element).overflowX !== 'visible' &&
        !element.matches('input, select, textarea, [role=toolbar]'),
    )
    .map((element) => `${element.tagName}.${element.className}`);
}

test('a name and a title without a space stay inside the page of a proposal at 320 px', async () => {
  const screen = await renderPage(<ProposalPage />, { path: PATH });
  await expect.element(screen.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  const amount = screen.getByText('$12,345.67', { exact: true });
  await expect.element(amount).toBeVisible();
  expect(tooNarrow(screen.container)).toEqual([]);
  const name = screen.getByText(NAME, { exact: true }).last().element().getBoundingClientRect();
  const figure = amount.element().getBoundingClientRect();
  expect(figure.left >= name.right || figure.top >= name.bottom, 'the amount lies on the name').toBe(true);
});

test('and inside the dialogs that name it', async () => {
  const screen = await renderPage(<ProposalPage />, { path: PATH });
  await screen.getByRole('button', { name: 'Invite by e-mail' }).click();
  const dialog = screen.getByRole('dialog', { name: `invite backers: ${TITLE}` });
  await expect.element(dialog).toBeVisible();
  expect(tooNarrow(dialog.element())).toEqual([]);
  expect(dialog.element().scrollWidth).toBe(dialog.element().clientWidth);
});

test.each(['101', null])('and inside the messages (%s)', async (proposalId) => {
  const message = {
    id: '11',
    userId: '20',
    proposalId: '101',
    text: 'x'.repeat(200),
    date: '2026-11-20T10:05:00.000Z',
    user: { firstName: NAME, lastName: NAME, profileImage: null },
    borrow: { title: TITLE },
    propTitle: TITLE,
    linksAllowed: true,
    isHidden: false,
  };
  fake('listMessages', () => [message]);
  fake('readMessages', () => ({ unreadMessagesCount: 0 }));
  fake('listConversations', () => [
    {
      proposalId: '101',
      title: TITLE,
      status: 3,
      ownerName: NAME,
      mfiName: 'ROI',
      backersCount: 2,
      unreadMessagesCount: 1,
      lastMessageAt: message.date,
      mayWrite: true,
      mayRead: true,
      blockedPeople: [],
    },
  ]);
  const screen = await renderPage(<MessagesDialog proposalId={proposalId} onClose={() => undefined} />, { path: '/' });
  await expect.element(screen.getByRole('log').getByText(message.text)).toBeVisible();
  expect(tooNarrow(screen.getByRole('dialog').element())).toEqual([]);
});

test('and inside the invitations', async () => {
  const proposal = proposalPage({ title: TITLE, userName: NAME, allowedActions: [], status: 3 });
  const date = '2026-11-20T10:05:00.000Z';
  fake('listInvitations', () => [
    { id: '1', inviterId: '20', inviterName: NAME, note: 'x'.repeat(200), date, proposal },
  ]);
  const screen = await renderPage(
    <InvitedProposals>{(invited) => <ProposalCard proposal={invited} />}</InvitedProposals>,
    { path: '/' },
  );
  await expect.element(screen.getByRole('link', { name: TITLE })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('a menu opens where the page has room for it', async () => {
  const screen = await renderPage(
    <Row>
      <Menu name="Your account" button="RK" head={NAME} items={[{ label: 'Profile', onSelect: () => undefined }]} />
    </Row>,
    { path: '/' },
  );
  await screen.getByRole('button', { name: 'Your account' }).click();
  for (const part of [screen.getByRole('menuitem', { name: 'Profile' }), screen.getByText(NAME)]) {
    const { left, right } = part.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
  }
});

test('an amount in a summary is one line', async () => {
  const figures = ['$1,000,000.25', '$25,452.84'].map((value, index) => ({ label: `Sum ${index}`, value }));
  const screen = await renderPage(<SummaryFigures figures={figures} />, { path: '/' });
  for (const { value } of figures) {
    const range = document.createRange();
    range.selectNodeContents(screen.getByText(value).element());
    expect(range.getClientRects()).toHaveLength(1);
  }
  expect(tooNarrow(screen.container)).toEqual([]);
});
