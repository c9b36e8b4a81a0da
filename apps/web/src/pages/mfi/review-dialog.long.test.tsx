import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MfiNameProvider } from '../../lib/paths.ts';
import { startSession } from '../../lib/session.ts';
import type { DataOf } from '../../lib/wire.ts';
import { BROKEN, fake } from '../../test/fake-endpoint.ts';
import { OFFICER, ROI } from '../../test/people.ts';
import { SEWING_MACHINE } from '../../test/proposals.ts';
import { renderPage } from '../../test/render-page.tsx';
import MfiPage from './mfi-page.tsx';

const before = { width: innerWidth, height: innerHeight };
// A phone leaves out what a row can do.
beforeEach(() => page.viewport(1280, 900));
afterEach(() => page.viewport(before.width, before.height));

const none = { count: 0, oldestAt: null, entries: [] };
const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
const entryOf = (proposalId: string, title: string) => ({
  proposalId,
  title,
  userName: 'Rahima Begum',
  place: null,
  amount: 100,
  waitingSince: since,
  officerId: null,
  local: null,
  awaitsAnother: false,
});
const CASES = [entryOf('169', 'Sewing machine'), entryOf('170', 'A loom'), entryOf('171', 'Two goats')];
const box = { count: 0, balance: 0, amount: 0, sums: { balance: [], amount: [] } };
const RAHIMAS: DataOf<'findPerson'> = {
  id: '7',
  name: 'Rahima Begum',
  phone: '+919820012345',
  isPhoneConfirmed: true,
  loansCount: 2,
  backingsCount: 0,
  loans: [],
  notes: [],
};

const QUEUES: DataOf<'mfiQueues'> = {
  toApprove: { count: 3, oldestAt: since, entries: CASES },
  toRelease: none,
  withdrawalsToSend: none,
  paymentsToApprove: none,
  cannotPay: none,
  inDoubt: none,
  payoutsToSend: { count: 0, oldestAt: null },
  linesToMatch: { count: 0 },
  tillsToReceive: { count: 0 },
  reportsCount: 0,
  officers: [],
};

const pictureOf = (id: string): DataOf<'listGalleryImages'>[number] => ({
  id,
  proposalId: '171',
  image: `proposalImages/${id}.webp`,
  imageUrl: `/files/proposalImages/${id}.webp`,
  imageBlur: null,
  alt: `Goat ${id}`,
});

async function dashboard(asked: unknown[] = [], more: Partial<DataOf<'findProposal'>> = {}, queues = () => QUEUES) {
  startSession('token', OFFICER);
  fake('findMfi', () => ROI);
  fake('mfiStats', () => ({ inProgress: box, active: box, repaid: box }));
  fake('mfiQueues', queues);
  fake('findMfiPortfolio', () => ({
    loansCount: 0,
    outstanding: 0,
    sums: [],
    writtenOff: 0,
    par30: null,
    buckets: [],
    late: none,
  }));
  fake('findPerson', () => RAHIMAS);
  fake('findProposal', ({ query }) => ({
    ...SEWING_MACHINE,
    id: query.id,
    title: CASES.find(({ proposalId }) => proposalId === query.id)?.title ?? '',
    image: query.id === '171' ? null : 'proposalImages/1.webp',
    isMFIApproved: false,
    allowedActions: ['approve', 'returnProposal'],
    ...more,
  }));
  fake('listGalleryImages', () => []);
  fake('approveProposal', ({ query }) => {
    asked.push(`${query.proposalId} as of ${query.revision}`);
    return { id: query.proposalId, status: 2, isMFIApproved: true };
  });
  return renderPage(
    <MfiNameProvider value="ROI">
      <MfiPage />
    </MfiNameProvider>,
    { path: '/App/MFIProposals/ROI' },
  );
}

test('R14.3: a case is approved by key only when each line beside its picture is ticked, and the next one comes', async () => {
  const asked: unknown[] = [];
  const screen = await dashboard(asked);
  await screen.getByRole('button', { name: 'Check “Sewing machine”' }).click();
  const first = screen.getByRole('dialog', { name: 'Check: 1 of 3' });
  await expect.element(first.getByRole('heading', { name: 'Sewing machine' })).toHaveFocus();
  await userEvent.keyboard('a');
  await expect
    .element(first.getByRole('alert'))
    .toHaveTextContent('Please look at the pictures and tick each line first.');
  for (const check of first.getByRole('checkbox').all()) await check.click();
  await userEvent.keyboard('a');
  const second = screen.getByRole('dialog', { name: 'Check: 2 of 3' });
  await expect.element(second.getByRole('heading', { name: 'A loom' })).toHaveFocus();
  expect(asked).toEqual(['169 as of 0']);
  expect(second.getByRole('checkbox', { checked: true }).elements()).toHaveLength(0);
});

test('R14.3: pictures of the album are in the review, and are ticked for where there is no other', async () => {
  const asked: unknown[] = [];
  await page.viewport(360, 740);
  const screen = await dashboard(asked);
  fake('listGalleryImages', ({ query }) => (query.proposalId === '171' ? [pictureOf('8'), pictureOf('9')] : []));
  const stopFailing = (event: Event) => event.stopImmediatePropagation();
  addEventListener('error', stopFailing, true);
  await screen.getByRole('link', { name: 'Two goats' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check: 3 of 3' });
  await expect.element(dialog.getByRole('img', { name: 'Goat 8' })).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: 'Goat 9' })).toBeInTheDocument();
  await expect.element(dialog.getByRole('heading', { name: 'Two goats' })).toHaveFocus();
  await expect.element(dialog.getByRole('img', { name: 'Goat 8' })).toBeInViewport();
  removeEventListener('error', stopFailing, true);
  await userEvent.keyboard('a');
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please look at the pictures and tick each line first.');
  for (const check of dialog.getByRole('checkbox').all()) await check.click();
  await userEvent.keyboard('a');
  await expect.poll(() => asked).toEqual(['171 as of 0']);
});

test('R14.3: a case whose album does not come cannot be approved', async () => {
  const screen = await dashboard();
  fake('listGalleryImages', () => BROKEN);
  await screen.getByRole('link', { name: 'Two goats' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check: 3 of 3' });
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Approve' }).elements()).toEqual([]);
  fake('listGalleryImages', () => []);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('keys go on and return, but not while something is typed, and the last case ends the review', async () => {
  const screen = await dashboard();
  await screen.getByRole('link', { name: 'A loom' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check: 2 of 3' });
  await expect.element(dialog.getByRole('heading', { name: 'A loom' })).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: 'Return' })).toHaveAttribute('aria-keyshortcuts', 'R');
  await userEvent.keyboard('r');
  const returning = screen.getByRole('dialog', { name: /^Return/ });
  const note = returning.getByRole('textbox');
  await note.click();
  await userEvent.keyboard('na');
  await expect.element(note).toHaveValue('na');
  await returning.getByRole('button', { name: 'Close' }).click();
  await userEvent.keyboard('n');
  await expect.element(screen.getByRole('heading', { name: 'Two goats' })).toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(screen.getByText('That was the last one')).toBeVisible();
});

test('the officer that a case was given to stays chosen in the review', async () => {
  let officerId: string | null = null;
  fake('assignOfficer', ({ body }) => {
    officerId = body.officerId ?? null;
    return { id: '169', officerId, area: null };
  });
  const screen = await dashboard([], {}, () => ({
    ...QUEUES,
    toApprove: { ...QUEUES.toApprove, entries: CASES.map((entry) => ({ ...entry, officerId })) },
    officers: [{ id: '91', name: 'Kamal Hossain' }],
  }));
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  const officer = screen.getByRole('dialog').getByRole('combobox', { name: 'Who looks after “Sewing machine”' });
  await officer.selectOptions('Kamal Hossain');
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(officer).toBeEnabled();
  await expect.element(officer).toHaveValue('91');
});

test('the person behind a case has a number to call and is known from before', async () => {
  const screen = await dashboard();
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  const phone = screen.getByRole('link', { name: 'Call Rahima Begum: +919820012345' });
  await expect.element(phone).toHaveAttribute('href', 'tel:+919820012345');
  await expect
    .element(screen.getByRole('link', { name: '2 loans here, no notes' }))
    .toHaveAttribute('href', '/App/MFIPeople/ROI?person=7');
});

test('a case has the words of its owner first, each translation below, and a way to write one (R26.4)', async () => {
  const title = 'সেলাই মেশিন';
  const translation = { language: 'en' as const, title: 'A sewing machine', description: 'To sew.', isOutdated: true };
  const screen = await dashboard([], {
    storyLanguage: 'be',
    title,
    translations: [translation],
    allowedActions: ['translate'],
  });
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check: 1 of 3' });
  await expect.element(dialog.getByRole('heading', { name: title })).toHaveAttribute('lang', 'bn');
  await expect.element(dialog.getByText('English · Translated by ROI before the words were changed.')).toBeVisible();
  await expect.element(dialog.getByText('To sew.')).toHaveAttribute('lang', 'en');
  await dialog.getByRole('button', { name: 'Translate' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Translated name' })).toHaveValue('A sewing machine');
});

test('how many other loans the person of a case has is counted on request alone (R26.5)', async () => {
  const counted: unknown[] = [];
  fake('countOtherLoans', ({ query }) => {
    counted.push(query.proposalId);
    return { count: 1, byStatus: [{ status: 5, count: 1 }] };
  });
  const screen = await dashboard([], { allowedActions: ['seeOtherLoans'] });
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Check: 1 of 3' });
  await dialog.getByText('Other loans on Sathi').click();
  expect(counted).toEqual([]);
  await dialog.getByRole('button', { name: 'Show how many' }).click();
  await expect.element(dialog.getByRole('status')).toBeVisible();
  expect(counted).toEqual(['169']);
});

test('proposals are approved together only when each was opened in this sitting', async () => {
  const asked: unknown[] = [];
  const screen = await dashboard(asked);
  await expect.element(screen.getByText(/^Only proposals that you have opened/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /^Select/ }).elements()).toHaveLength(0);
  await screen.getByRole('link', { name: 'Sewing machine' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Sewing machine' })).toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(screen.getByRole('heading', { name: 'A loom' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('checkbox', { name: 'Select all' }).click();
  await screen.getByRole('button', { name: 'Approve 2 proposals' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByRole('button', { name: /^Yes/ })).toBeDisabled();
  for (const check of question.getByRole('checkbox').all()) await check.click();
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => asked).toEqual(['169 as of 0', '170 as of 0']);
});
