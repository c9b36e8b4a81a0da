import { describe, expect, test } from 'vitest';
import type { ProposalSummary } from '../../lib/wire.ts';
import { keepPictures } from '../../test/keep-pictures.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ProposalCard } from './proposal-card.tsx';
import ProposalNotes from './proposal-notes.tsx';
import { FUNDED, proposalCard } from '../../test/proposal-cards.ts';

const show = (over: Partial<ProposalSummary>) =>
  renderPage(<ProposalCard proposal={proposalCard(over)} />, { path: '/App/Home' });

const showNotes = (over: Partial<ProposalSummary>) =>
  renderPage(<ProposalNotes proposal={proposalCard(over)} />, { path: '/App/Home' });

describe('a card in each status', () => {
  test.each([
    [{ status: 1, currentBalance: 0 }, 'Drafted', null],
    [{ status: 2, currentBalance: 0, backersCount: 0 }, 'Published', '$0 of $400 · 0 backers · 9 days left'],
    [{ status: 3 }, 'Locked', '$140 of $400 · 6 backers · 9 days left'],
    [{ status: 4, currentBalance: 400, collectedAmount: 400 }, 'Backed', '$400 of $400 · 6 backers'],
    [FUNDED, 'Funded', '$66.66 of $400 paid back · 6 backers'],
    [{ ...FUNDED, status: 6, paidAmount: 400 }, 'Repaid', '$400 of $400 paid back · 6 backers'],
  ] as const)('%#: badge and progress', async (over, badge, sentence) => {
    const screen = await show(over);
    await expect.element(screen.getByText(badge, { exact: true }).first()).toBeVisible();
    if (sentence === null) expect(screen.container.querySelector('progress')).toBeNull();
    else await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
  });

  test('amount, months and date are always there', async () => {
    const screen = await show({ status: 2 });
    const figures = [...screen.container.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(figures).toEqual(['Amount$400', 'Months to repay12 months', 'Needed on05/12/2026']);
  });

  test.each([
    [{ status: 3 }, ['Collected$140']],
    [FUNDED, ['Funded$400', 'Paid$66.66', 'Outstanding$333.34']],
  ] as const)('the money of status %# is shown (R11.1)', async (over, expected) => {
    const screen = await show(over);
    const figures = [...screen.container.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(figures.slice(3)).toEqual(expected);
  });
});

test('the title leads to the page of the proposal', async () => {
  const screen = await show({});
  const link = screen.getByRole('link', { name: 'A sewing machine' });
  await expect.element(link).toHaveAttribute('href', '/App/proposal?mfi=ROI&id=101');
});

test('whether the partner has checked it is said in words (R2.3)', async () => {
  await expect.element((await show({})).getByText('Checked by ROI')).toBeVisible();
  await expect.element((await show({ isMFIApproved: false })).getByText('Not yet checked')).toBeVisible();
});

test('a returned draft tells reason and note (R2.5)', async () => {
  const screen = await showNotes({
    status: 1,
    closedReason: 'returned',
    returnReason: 'needs_detail',
    returnNote: 'How many uniforms a month?',
  });
  await expect.element(screen.getByText(/More detail is needed/)).toBeVisible();
  await expect.element(screen.getByText('How many uniforms a month?')).toBeVisible();
});

test('an expired draft tells that it can be published again', async () => {
  const screen = await showNotes({ status: 1, closedReason: 'expired' });
  await expect.element(screen.getByText(/was not fully backed in time/)).toBeVisible();
});

test('once the deadline has passed no days are left', async () => {
  const screen = await show({ fundingDeadline: '2020-01-01T00:00:00.000Z' });
  await expect.element(screen.getByText('$140 of $400 · 6 backers · funding has ended')).toBeVisible();
});

describe('a picture', () => {
  keepPictures();
  const image = 'proposalImages/101.webp';

  test('is called a photo of the proposal, unless its owner says what it shows (R14.5)', async () => {
    const screen = await show({ image });
    await expect.element(screen.getByRole('img', { name: 'Photo of A sewing machine' })).toBeInTheDocument();
    const described = await show({ image, imageAlt: 'My new machine' });
    await expect.element(described.getByRole('img', { name: 'My new machine' })).toBeInTheDocument();
  });
});

test('English words on an Arabic page keep their dots inside the box that cuts them', async () => {
  document.documentElement.dir = 'rtl';
  try {
    const title =
      'A second machine so that my sister can sew school uniforms with me before the festival season begins';
    const screen = await show({ title });
    const box = screen.getByRole('heading', { name: title }).element().getBoundingClientRect();
    const lines = [...screen.getByRole('link', { name: title }).element().getClientRects()];
    expect(Math.max(...lines.map(({ right }) => right))).toBeLessThanOrEqual(box.right);
  } finally {
    document.documentElement.dir = 'ltr';
  }
});
