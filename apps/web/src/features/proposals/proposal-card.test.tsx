import { describe, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import type { ProposalSummary } from '../../lib/wire.ts';
import { keepPictures } from '../../test/keep-pictures.ts';
import { startSession } from '../../lib/session.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { ProposalFigures } from './proposal-figures.tsx';
import { ProposalNotes } from './proposal-notes.tsx';
import { ProposalPicture } from './proposal-picture.tsx';
import { FUNDED, proposalCard } from '../../test/proposal-cards.ts';

const show = (over: Partial<ProposalSummary>) =>
  renderPage(<ProposalCard proposal={proposalCard(over)} />, { path: '/App/Home' });

const showNotes = (over: Partial<ProposalSummary>) =>
  renderPage(<ProposalNotes proposal={proposalCard(over)} />, { path: '/App/Home' });

describe('a card in each status', () => {
  test.each([
    [{ status: 1, currentBalance: 0 }, 'Drafted', null],
    [
      { status: 2, currentBalance: 0, backersCount: 0 },
      'Open · Just started',
      '$0 of $400 · Be the first · 9 days left',
    ],
    [{ status: 3 }, 'Open · $260 to go', '$140 of $400 · 6 backers · 9 days left'],
    [
      { status: 3, acceptPartial: true },
      'Open · $260 to go',
      '$140 of $400 · 6 backers · 9 days left · goes ahead from $200',
    ],
    [{ status: 4, currentBalance: 400, collectedAmount: 400 }, 'Fully backed', '$400 of $400 · 6 backers'],
    [FUNDED, 'Paying back', '$66.66 of $400 paid back · 6 backers'],
    [{ ...FUNDED, status: 6, paidAmount: 400 }, 'Repaid', '$400 of $400 paid back · 6 backers'],
    [
      { ...FUNDED, status: 6, paidAmount: 100, forgivenAmount: 300 },
      'Repaid',
      '$100 of $400 paid back · $300 given up · 6 backers',
    ],
  ] as const)('%#: badge and progress', async (over, badge, sentence) => {
    const screen = await show(over);
    await expect.element(screen.getByText(badge, { exact: true }).first()).toBeVisible();
    if (sentence === null) expect(screen.container.querySelector('progress')).toBeNull();
    else await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
  });

  test('an owner reads the status by the word of the filters, and nobody a padlock', async () => {
    const { userId } = proposalCard({});
    startSession('token', { ...RAHIMA, id: userId });
    const screen = await show({ status: 3 });
    await expect.element(screen.getByText('Locked', { exact: true })).toBeVisible();
  });

  test('amount, months and date are one line', async () => {
    const screen = await show({ status: 2 });
    await expect.element(screen.getByText('$400 · 12 months · by 05/12/2026', { exact: true })).toBeVisible();
  });
});

test('R31.2: the amount that went ahead is said beside the one that was asked', async () => {
  const over = { ...FUNDED, amount: 250, amountAsked: 400 } as const;
  const screen = await renderPage(<ProposalFigures proposal={proposalCard(over)} />, { path: '/App/Home' });
  await expect.element(screen.getByText('$250 of $400 asked', { exact: true })).toBeVisible();
});

test('R23.3, R31.2: a part of what was asked in local money has no local sum before the release', async () => {
  const localAmount = { amount: '48940.00', currency: 'BDT' } as const;
  const whole = await show({ status: 4, amount: 400, localAmount });
  await expect.element(whole.getByText(/^BDT 48,940\.00 \(\$400\) ·/)).toBeVisible();
  await whole.unmount();
  const part = await show({ status: 4, amount: 250, amountAsked: 400, localAmount });
  await expect.element(part.getByText(/^\$250 · 12 months/)).toBeVisible();
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
  await expect.element(screen.getByText(/Its time ran out/)).toBeVisible();
});

test('once the deadline has passed no days are left', async () => {
  const screen = await show({ fundingDeadline: '2020-01-01T00:00:00.000Z' });
  await expect.element(screen.getByText('$140 of $400 · 6 backers · funding has ended')).toBeVisible();
});

describe('a picture', () => {
  keepPictures();
  const image = 'proposalImages/101.webp';

  test('beside the words of a card is not named again, and on a page says what it is (R14.5)', async () => {
    const card = await show({ image, imageAlt: 'My new machine' });
    await expect.element(card.getByRole('link', { name: 'A sewing machine' })).toBeVisible();
    expect(card.getByRole('img').elements()).toEqual([]);
    for (const [imageAlt, name] of [
      [null, 'Photo of A sewing machine'],
      ['My new machine', 'My new machine'],
    ] as const) {
      const picture = <ProposalPicture proposal={proposalCard({ image, imageAlt })} />;
      const page = await renderPage(picture, { path: '/App/Home' });
      await expect.element(page.getByRole('img', { name })).toBeInTheDocument();
    }
  });
});

const picturesIn = ({ container }: RenderResult) =>
  [...container.querySelectorAll('img')].map(({ src }) => new URL(src).pathname);

test('a proposal without a picture says so and shows the sign of its trade, or none', async () => {
  const screen = await show({ image: null, category: 'fishing' });
  await expect.element(screen.getByText('No picture yet')).toBeVisible();
  expect(picturesIn(screen)).toEqual(['/trades/fishing.svg']);
  await screen.unmount();
  expect(picturesIn(await show({ image: null, category: null }))).toEqual([]);
});

test('a card says its name once, and that of its borrower to others only', async () => {
  const screen = await show({});
  const said = [...screen.getByRole('article').element().querySelectorAll('[aria-label], [aria-labelledby], [alt]')];
  expect(said.map((element) => element.getAttribute('aria-label') ?? element.outerHTML)).toEqual(['Progress']);
  await expect.element(screen.getByText('Rahima Begum', { exact: true })).toBeVisible();
  const { userId } = proposalCard();
  startSession('token', { ...RAHIMA, id: userId });
  const own = await show({ title: 'My own' });
  const card = own.getByRole('article').filter({ hasText: 'My own' });
  await expect.element(card).not.toHaveTextContent('Rahima Begum');
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

test('the dots of words cut short stay within their column, also of English ones on an Arabic page', async () => {
  document.documentElement.dir = 'rtl';
  const description = 'The current fails every evening, and the sewing has to wait until the morning. '.repeat(3);
  const screen = await show({ description });
  const words = screen.getByText(/^The current fails/).element();
  expect(words.scrollWidth).toBeGreaterThan(words.clientWidth);
  const column = words.parentElement!.getBoundingClientRect();
  const line = words.getBoundingClientRect();
  document.documentElement.dir = 'ltr';
  expect(line.right).toBeLessThanOrEqual(column.right + 0.5);
  expect(line.left).toBeGreaterThanOrEqual(column.left - 0.5);
});
