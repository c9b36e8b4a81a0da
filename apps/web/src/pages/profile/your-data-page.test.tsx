import { beforeEach, expect, test } from 'vitest';
import { MfiNameProvider } from '../../lib/paths.ts';
import { readSession, startSession } from '../../lib/session.ts';
import { fake } from '../../test/fake-endpoint.ts';
import { RAHIMA } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import YourDataPage from './your-data-page.tsx';

const UNTIL = '2026-11-21T10:00:00.000Z';
const URL = 'https://sathi.example/api/users/export.zip?token=abc';

const FREE = { hindrance: null, proposals: 2, awaited: 0, stillOut: 12.5, credit: 3 };

beforeEach(() => {
  startSession('token', RAHIMA);
  fake('findExport', () => ({ until: null }));
  fake('findClosing', () => FREE);
  fake('listKeepableLoans', () => []);
  fake('listPayoutAccounts', () => []);
});

const show = () => renderPage(<YourDataPage />, { path: '/App/YourData', pattern: '/App/YourData/:mfi?' });

test('R17.12: the way back stays with the institution of the page', async () => {
  const page = (
    <MfiNameProvider value="DCBS">
      <YourDataPage />
    </MfiNameProvider>
  );
  const screen = await renderPage(page, { path: '/App/YourData/DCBS' });
  const back = screen.getByRole('link', { name: 'Security', exact: true });
  await expect.element(back).toHaveAttribute('href', '/App/Security/DCBS');
});

test('one press makes the file, and its link is there to be followed (R13.3)', async () => {
  let isMade = false;
  fake('findExport', () => ({ until: isMade ? UNTIL : null }));
  fake('makeExport', () => {
    isMade = true;
    return { url: URL, until: UNTIL };
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Make the file' }).click();
  await expect.element(screen.getByRole('link', { name: 'Save the file' })).toHaveAttribute('href', URL);
  await expect.element(screen.getByText(/^Your file is ready\. The link works until 21\/11\/2026/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Make a new link' })).toBeVisible();
});

test('a link of an earlier visit is told with its end, and can be replaced (R13.3)', async () => {
  fake('findExport', () => ({ until: UNTIL }));
  const screen = await show();
  await expect.element(screen.getByText(/^A link that you made works until/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Save the file' })).not.toBeInTheDocument();
});

test('a refusal is told beside the button', async () => {
  fake('makeExport', () => ({ refusal: 'too_many_requests' }));
  const screen = await show();
  await screen.getByRole('button', { name: 'Make the file' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
});

test('closing is explained, asked about and done, and the device forgets the person (R13.4)', async () => {
  let isClosed = false;
  fake('closeAccount', () => {
    isClosed = true;
    return {};
  });
  const screen = await show();
  await expect.element(screen.getByText('Your 2 proposals without backers are deleted.')).toBeVisible();
  await expect.element(screen.getByText(/\$12\.50 still to come back and \$3 of credit/)).toBeVisible();
  await screen.getByRole('button', { name: 'Close my account' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Close your account' });
  const yes = question.getByRole('button', { name: /^Yes/ });
  await expect.element(yes).toBeDisabled();
  await question.getByRole('checkbox').click();
  await yes.click();
  await expect.poll(() => readSession().user).toBe(null);
  expect(isClosed).toBe(true);
});

test('an account that has rested is kept for what comes later (R33.5)', async () => {
  const account = { method: 'bank' as const, bankName: null, branch: null, usableFrom: UNTIL };
  fake('listPayoutAccounts', () => [
    { ...account, id: '7', accountName: 'Rahima Begum', last4: '3344', state: 'usable' as const },
    { ...account, id: '8', accountName: 'Rahima Begum', last4: '9911', state: 'new' as const },
  ]);
  const closed: unknown[] = [];
  fake('closeAccount', ({ body }) => {
    closed.push(body);
    return {};
  });
  const screen = await show();
  const kept = screen.getByLabelText('Pay what comes later to');
  await expect.element(kept).toHaveAccessibleDescription(/^Once a month, from \$1 on/);
  expect(kept.getByRole('option').elements()).toHaveLength(2);
  await kept.selectOptions('Rahima Begum ••••3344');
  await screen.getByRole('button', { name: 'Close my account' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Close your account' });
  await question.getByRole('checkbox').click();
  await question.getByRole('button', { name: /^Yes/ }).click();
  await expect.poll(() => closed).toEqual([{ payoutAccountId: '7' }]);
});

test('a person without a rested account reads where to add one (R33.5)', async () => {
  const screen = await show();
  await expect.element(screen.getByText(/^You can have your credit of \$3 paid out, lend it or give it/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'Accounts for my money' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/App/Portfolio'));
});

test('a person to whom nothing comes later is not asked where to (R33.5)', async () => {
  fake('findClosing', () => ({ ...FREE, stillOut: 0, credit: 0 }));
  const screen = await show();
  await expect.element(screen.getByRole('button', { name: 'Close my account' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Accounts for my money' }).elements()).toEqual([]);
});

test.each([
  ['has_open_loans', /^A loan of yours is open\. .* in default for twelve months/],
  ['money_not_sent', /of your loan, or credit that you asked out\. .* take back under “My money”/],
] as const)('the hindrance %s stands in the place of the button (R33.5)', async (hindrance, words) => {
  fake('findClosing', () => ({ ...FREE, hindrance }));
  const screen = await show();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Close my account' })).not.toBeInTheDocument();
});

test('an owner keeps the words of a repaid or written-off loan public with a tick (R13.6)', async () => {
  let staysPublic = false;
  fake('listKeepableLoans', () => [
    { id: '7', title: 'Sewing machine', repaidAt: UNTIL, writtenOffAt: null, staysPublic },
    { id: '8', title: 'Two goats', repaidAt: null, writtenOffAt: UNTIL, staysPublic: false },
  ]);
  fake('keepLoanPublic', ({ body }) => {
    staysPublic = (body as { keep: boolean }).keep;
    return { proposalId: '7' };
  });
  const screen = await show();
  const box = screen.getByRole('checkbox', { name: 'Keep “Sewing machine” public' });
  await box.click();
  await expect.poll(() => staysPublic).toBe(true);
  await expect.element(box).toBeChecked();
  await expect.element(screen.getByText(/^Written off on /)).toBeVisible();
});

test('R33.5: before closing a person reads what they have promised and not paid', async () => {
  fake('findClosing', () => ({ ...FREE, awaited: 7.5 }));
  const screen = await show();
  await expect.element(screen.getByText(/7\.50.* that you have promised and not paid yet/)).toBeVisible();
});
