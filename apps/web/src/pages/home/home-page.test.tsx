import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { chooseHidingAmounts } from '../../lib/hidden-amounts.ts';
import { FUNDED, proposalCard, proposalPage } from '../../test/proposal-cards.ts';
import { BROKEN, fake, pageOf } from '../../test/fake-endpoint.ts';
import { begunName, isBegun } from '../../features/proposals/writing/begun-proposal.ts';
import { forgetWaiting, keep } from '../../features/waiting/waiting.ts';
import { readDraft } from '../../lib/stored-draft.ts';
import { RAHIMA } from '../../test/people.ts';
import { NO_LIMITS } from '../../test/loan-limits.ts';
import { renderPage } from '../../test/render-page.tsx';
import HomePage from './home-page.tsx';
import { fakeHome, open, query } from '../../test/home.tsx';

const statsOf = (lent: number) => ({
  funded: { amount: 0 },
  paid: 0,
  active: { amount: 0 },
  pasive: { amount: lent },
  sums: { funded: [], paid: [] },
});

beforeEach(fakeHome);

describe('the address of Home without a tab', () => {
  const selected = (screen: Awaited<ReturnType<typeof open>>) => screen.getByRole('tab', { selected: true });

  test('opens Invest for a person who lent and has no loan of their own', async () => {
    await expect.element(selected(await open('/App/Home/ROI'))).toHaveTextContent('Invest');
  });

  test('opens Borrow for a person with a loan of their own, lender or not', async () => {
    fake('listOwnProposals', () => [proposalCard({ status: 2 })]);
    await expect.element(selected(await open('/App/Home/ROI'))).toHaveTextContent('Borrow');
  });

  test('opens Borrow for a new person, and Invest once one is invited', async () => {
    const proposal = proposalCard({ status: 2 });
    fake('borrowStats', () => statsOf(0));
    const screen = await open('/App/Home/ROI');
    await expect.element(selected(screen)).toHaveTextContent('Borrow');
    await screen.unmount();
    fake('listInvitations', () => [
      { id: '1', inviterId: '8', inviterName: 'Maria', note: '', date: '2026-11-01T10:00:00.000Z', proposal },
    ]);
    await expect.element(selected(await open('/App/Home/ROI'))).toHaveTextContent('Invest');
  });

  test('asks for the list of the tab together with the facts, not after them', async () => {
    const facts = Promise.withResolvers<ReturnType<typeof statsOf>>();
    let isListAsked = false;
    fake('borrowStats', () => facts.promise);
    fake('listOthersProposals', () => {
      isListAsked = true;
      return [];
    });
    const screen = await open('/App/Home/ROI');
    await expect.poll(() => isListAsked).toBe(true);
    expect(screen.getByRole('tab').elements()).toEqual([]);
    facts.resolve(statsOf(150));
    await expect.element(selected(screen)).toHaveTextContent('Invest');
  });

  test('leaves a tab that the address names', async () => {
    await expect.element(selected(await open('/App/Home/ROI?tab=borrow'))).toHaveTextContent('Borrow');
  });
});

describe('the tabs', () => {
  test('borrow and invest show their own figures (R11.2)', async () => {
    const screen = await open();
    await expect.element(screen.getByText('$1,200')).toBeVisible();
    await expect.element(screen.getByText('$466.64')).toBeVisible();
    await screen.getByRole('tab', { name: 'Invest' }).click();
    await expect.element(screen.getByText('$12.50')).toBeVisible();
    await expect.element(screen.getByText('$150')).toBeVisible();
  });

  test('the tab is in the address, and /App/Invest opens its own', async () => {
    const screen = await open('/App/Invest');
    await expect.element(screen.getByRole('tab', { name: 'Invest' })).toHaveAttribute('aria-selected', 'true');
    await screen.getByRole('tab', { name: 'Repaid' }).click();
    await expect.poll(query).toEqual({ tab: 'repaid' });
    await expect.element(screen.getByText('no data to show')).toBeVisible();
  });

  test('each tab asks for its own proposals', async () => {
    const asked: string[] = [];
    fake('listOwnProposals', ({ query: { status } }) => {
      asked.push(String(status));
      return [];
    });
    const screen = await open();
    await expect.poll(() => asked).toEqual(['1,2,3,4,5']);
    await screen.getByRole('tab', { name: 'Repaid' }).click();
    await expect.poll(() => asked).toEqual(['1,2,3,4,5', '6']);
  });

  test('a new proposal can be added on the borrow tab only', async () => {
    const screen = await open();
    const add = screen.getByRole('button', { name: 'Add new proposal' });
    await expect.element(add).toBeVisible();
    await screen.getByRole('tab', { name: 'Ignored' }).click();
    await expect.element(add).not.toBeInTheDocument();
  });
});

describe('the list', () => {
  test('says how many there are, as far as it knows', async () => {
    fake('listOwnProposals', () =>
      pageOf<'listOwnProposals'>([proposalCard({ status: 2 }), proposalCard({ id: '102', status: 2 })], 'more'),
    );
    const screen = await open();
    await expect.element(screen.getByText('More than 2 proposals')).toBeVisible();
    fake('listOwnProposals', () => [proposalCard({ id: '103', status: 2 })]);
    await screen.getByRole('button', { name: 'Show more' }).click();
    await expect.element(screen.getByText('3 proposals', { exact: true })).toBeVisible();
  });

  test('an empty tab has one button for the next action, and says how long it takes', async () => {
    const screen = await open();
    await expect.element(screen.getByText('no data to show')).toBeVisible();
    await expect.element(screen.getByText(/Your first proposal takes about two minutes/)).toBeVisible();
    await screen.getByRole('tabpanel').getByRole('button').click();
    await expect.poll(() => location.pathname).toBe('/App/NewProposal/ROI');
  });

  test('a failed one says so and loads again', async () => {
    fake('listOwnProposals', () => BROKEN);
    const screen = await open();
    await expect.element(screen.getByText('This could not be loaded.')).toBeVisible();
    fake('listOwnProposals', () => [proposalCard()]);
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('link', { name: 'A sewing machine' })).toBeVisible();
  });

  test('more is shown page by page, each proposal once', async () => {
    const [first, second, third] = ['1', '2', '3'].map((id) => proposalCard({ id, title: `Loan ${id}` }));
    fake('listOwnProposals', ({ query: { cursor } }) =>
      cursor === 'next' ? [second!, third!] : pageOf<'listOwnProposals'>([first!, second!], 'next'),
    );
    const screen = await open();
    await screen.getByRole('button', { name: 'Show more' }).click();
    await expect.element(screen.getByRole('link', { name: 'Loan 3' })).toBeVisible();
    expect(screen.getByRole('article').elements()).toHaveLength(3);
    await expect.element(screen.getByText('That is everything.')).toBeVisible();
  });
});

test('the next steps stand on top: a late payment before a wait', async () => {
  fake('listOwnProposals', () => [
    proposalCard({ id: '4', title: 'Tea stall', status: 4 }),
    proposalCard({ ...FUNDED, id: '5', title: 'Boat' }),
    proposalCard({ id: '6', title: 'Cow', status: 3, currentBalance: 140.5, allowedActions: ['invite'] }),
  ]);
  fake('findProposal', ({ query: { id } }) =>
    id === '4'
      ? proposalPage({ id, status: 4, awaitedAmount: 60 })
      : proposalPage({ ...FUNDED, id, title: 'Boat', repaymentState: 'late' }, 2),
  );
  const screen = await open();
  const steps = screen.getByRole('region', { name: 'What to do next' });
  await expect.element(steps.getByText('Pay $33.33: it was due on 05/03/2027')).toBeVisible();
  const links = steps
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);
  expect(links).toEqual([
    'Pay $33.33: it was due on 05/03/2027Boat',
    expect.stringMatching(/^Invite people: \$259\.50 is still missing, .*Cow$/),
    'Fully backed: $60 is still on the wayTea stall',
  ]);
});

test('amounts that their reader hides are dots in local money too, until they are shown', async () => {
  chooseHidingAmounts(true);
  onTestFinished(() => chooseHidingAmounts(false));
  const taka = { amount: '48000.00', currency: 'BDT' } as const;
  const local = { ...taka, rate: '120', rateOn: '2026-11-01' };
  fake('borrowStats', () => ({ ...statsOf(0), sums: { funded: [taka], paid: [{ ...taka, amount: '4000.00' }] } }));
  fake('listOwnProposals', () => [proposalCard({ id: '4', title: 'Tea stall', status: 4, fundedAmount: 400, local })]);
  fake('findProposal', ({ query: { id } }) => proposalPage({ id, status: 4 }));
  const screen = await open();
  const steps = screen.getByRole('region', { name: 'What to do next' });
  await expect.element(steps.getByText('to release BDT ••• ($•••)', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('BDT •••', { exact: true }).nth(1)).toBeVisible();
  expect(screen.getByText('BDT 4,000.00').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show amounts' }).click();
  await expect.element(steps.getByText('to release BDT 48,000.00 ($400)', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('BDT 4,000.00')).toBeVisible();
});

test('a loan keeps its place among the steps while its instalments are on their way', async () => {
  const asked = Promise.withResolvers<void>();
  fake('listOwnProposals', () => [proposalCard({ ...FUNDED, id: '5', title: 'Boat' })]);
  fake('findProposal', async () => {
    await asked.promise;
    return proposalPage({ ...FUNDED, id: '5', title: 'Boat' }, 2);
  });
  const screen = await open();
  const steps = screen.getByRole('region', { name: 'What to do next' });
  await expect.element(steps.getByRole('link', { name: 'Boat' })).toBeVisible();
  await expect.element(screen.getByRole('article').getByRole('link', { name: 'Boat' })).toBeVisible();
  const height = steps.element().clientHeight;
  asked.resolve();
  await expect.element(steps.getByText(/^Pay \$33\.33/)).toBeVisible();
  expect(steps.element().clientHeight).toBe(height);
});

test('an edit on a card can be cancelled, the old values are back, and the focus stays', async () => {
  fake('listOwnProposals', () => [proposalCard({ status: 2, allowedActions: ['edit'] })]);
  fake('listGalleryImages', () => []);
  fake('findLoanLimits', () => NO_LIMITS);
  const screen = await open();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const title = screen.getByRole('textbox', { name: 'Name of the proposal' });
  await expect.element(title).toHaveFocus();
  await title.fill('A tractor');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('link', { name: 'A sewing machine' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(title).toHaveValue('A sewing machine');
});

test('R17.12: a draft that waits is opened for the institution and in the money that it was written for', async () => {
  await forgetWaiting(RAHIMA.id);
  const words = { title: 'A boat', description: 'To fish.', monthsToRepay: 12, startDate: '2099-12-01' as const };
  const localAmount = { amount: '5000.00', currency: 'BDT' as const };
  await keep({ name: 'createProposal', about: '', body: { ...words, status: 1, mfiId: '1', localAmount } });
  const screen = await open('/App/Borrow/ROI');
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => location.pathname).toBe('/App/NewProposal/DCBS');
  expect(readDraft(begunName(RAHIMA.id), isBegun)).toMatchObject({ draft: { amount: '5000.00' }, currency: 'BDT' });
});

test('R12.3: my invitations stand first on the invest tab, with their inviters', async () => {
  const invited = { inviterId: '4', inviterName: 'Nadia Karim', note: 'Please look', date: '2026-11-20T10:00:00.000Z' };
  fake('listInvitations', () => [{ ...invited, id: '1', proposal: proposalCard({ id: '200', title: 'Two goats' }) }]);
  fake('listOthersProposals', () => [proposalCard({ id: '201', title: 'A boat' })]);
  const screen = await renderPage(<HomePage />, { path: '/App/Invest/ROI' });
  const section = screen.getByRole('region', { name: 'You were invited' });
  await expect.element(section).toMatchTextContent(/Two goats.*Nadia Karim.*invited you.*Please look/);
  await expect.element(section).not.toHaveTextContent('A boat');
});
