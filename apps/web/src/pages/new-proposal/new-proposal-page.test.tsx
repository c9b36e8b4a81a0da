import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { userEvent } from 'vitest/browser';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { NO_LIMITS } from '../../test/loan-limits.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import NewProposalPage from './new-proposal-page.tsx';

beforeEach(() => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listPlaces', () => ['Gosaba', 'Basirhat']);
  fake('findLoanLimits', () => NO_LIMITS);
});
afterEach(() => vi.useRealTimers());

type Screen = Awaited<ReturnType<typeof open>>;

const open = () => renderPage(<NewProposalPage />, { path: '/App/NewProposal/ROI' });
const next = (screen: Screen) => screen.getByRole('button', { name: 'Continue' }).click();
const headOf = (screen: Screen) => screen.getByRole('heading', { level: 2 });
const titleIn = (screen: Screen) => screen.getByRole('textbox', { name: 'Name of the proposal' });

/** From the first step, or from the second, to the one that sends. */
async function fillIn(screen: Screen, startDate = '2099-12-01', from: 1 | 2 = 1): Promise<void> {
  if (from === 1) await next(screen);
  await titleIn(screen).fill('A boat');
  await next(screen);
  await screen.getByRole('textbox', { name: 'Amount' }).fill('100');
  await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
  await screen.getByLabelText('Needed on').fill(startDate);
  await next(screen);
  await screen.getByRole('textbox', { name: 'Description' }).fill('To fish.');
  await next(screen);
  await expect.element(headOf(screen)).toHaveTextContent('Step 5 of 5 Check, then publish');
}

function sentBodies() {
  const sent: unknown[] = [];
  fake('createProposal', ({ body }) => {
    sent.push(body);
    return { id: '9', amount: 400, localAmount: null };
  });
  return sent;
}

describe('the steps', () => {
  test('one says which of its own fields are missing from the first attempt on, and leads to the first', async () => {
    const screen = await open();
    await next(screen);
    const required = screen.getByText('required', { exact: true });
    await expect.element(headOf(screen)).toHaveTextContent('Step 2 of 5 What you need');
    expect(required.elements()).toHaveLength(0);
    await next(screen);
    await expect.element(titleIn(screen)).toHaveFocus();
    await expect.poll(() => required.elements().length).toBe(1);
    await titleIn(screen).fill('A boat');
    await next(screen);
    await expect.element(headOf(screen)).toHaveTextContent('Step 3 of 5 How much, and how long');
    expect(required.elements()).toHaveLength(0);
    await screen.getByRole('textbox', { name: 'Amount' }).fill('0');
    await next(screen);
    await expect.element(screen.getByText('value must be greater than 1')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    expect(required.elements()).toHaveLength(2);
  });

  test('the back of the browser leads to the one before, and everything typed is kept', async () => {
    const screen = await open();
    await fillIn(screen);
    history.back();
    await expect.element(headOf(screen)).toHaveTextContent('Step 4 of 5 In your words');
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(headOf(screen)).toHaveTextContent('Step 3 of 5 How much, and how long');
    await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('100');
    history.back();
    await expect.element(titleIn(screen)).toHaveValue('A boat');
  });

  test('a length and a day that many choose are one press, and the plan says the sum of a month (R8.4)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T12:00:00Z') });
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    await screen.getByRole('radio', { name: '12 months', exact: true }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Months to repay' })).toHaveValue('12');
    await screen.getByRole('textbox', { name: 'Amount' }).fill('১০০');
    await expect.element(screen.getByText('About $8.33 a month until May 2027')).toBeVisible();
    await screen.getByRole('radio', { name: '6 months', exact: true }).click();
    await expect.element(screen.getByText('About $16.66 a month until November 2026')).toBeVisible();
    await screen.getByRole('radio', { name: /24 May/ }).click();
    await expect.element(screen.getByLabelText('Needed on')).toHaveValue('2026-05-24');
  });

  test('a limit is said before an amount is typed, and holds one that is above it', async () => {
    fake('findLoanLimits', () => ({ ...NO_LIMITS, minimum: 10, own: { maximum: 200, reason: 'first_loan' as const } }));
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    const words = /^A first loan at ROI can be up to \$200\. .* The smallest loan at ROI is \$10\.$/;
    await expect.element(amount).toHaveAccessibleDescription(words);
    await amount.fill('200.01');
    await next(screen);
    await expect.element(amount).toHaveFocus();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amount).toHaveAccessibleDescription(words);
    await amount.fill('200');
    await expect.element(amount).not.toHaveAttribute('aria-invalid');
  });

  test('a draft survives a reload at its step, until it is sent', async () => {
    const screen = await open();
    await fillIn(screen);
    await screen.unmount();
    const reloaded = await renderPage(<NewProposalPage />, { path: '/App/NewProposal/ROI', state: { step: 4 } });
    await expect.element(headOf(reloaded)).toHaveTextContent('Step 5 of 5 Check, then publish');
    await expect.element(reloaded.getByText('To fish.')).toBeVisible();
    sentBodies();
    await reloaded.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(reloaded.getByText('Proposal saved')).toBeInTheDocument();
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('A boat');
  });

  test('a step is not shown before those before it are filled', async () => {
    const screen = await renderPage(<NewProposalPage />, { path: '/App/NewProposal/ROI', state: { step: 4 } });
    await expect.element(headOf(screen)).toHaveTextContent('Step 2 of 5 What you need');
  });

  test('a draft is shown to no other person on this device, and starting over forgets it', async () => {
    const screen = await open();
    await fillIn(screen);
    await screen.unmount();
    startSession('token', { ...RAHIMA, id: '8' });
    const others = await open();
    await next(others);
    await expect.element(titleIn(others)).toHaveValue('');
    await others.unmount();
    startSession('token', RAHIMA);
    const own = await open();
    await expect.element(own.getByText('We kept what you were writing.')).toBeVisible();
    await own.getByRole('button', { name: 'Start over' }).click();
    await next(own);
    await expect.element(titleIn(own)).toHaveValue('');
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('A boat');
  });

  test('the first waits until its picture has arrived', async () => {
    let finish: (answer: { key: string }) => void = () => {};
    fakeUpload(() => new Promise((resolve) => (finish = resolve)));
    const screen = await open();
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await expect.element(screen.getByText('Sending the picture…')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
    finish({ key: 'proposalImages/new-1.webp' });
    await expect.element(screen.getByRole('textbox', { name: /What the picture shows/ })).toBeVisible();
    await next(screen);
    await expect.element(headOf(screen)).toHaveTextContent('Step 2 of 5 What you need');
  });
});

describe('sending', () => {
  test('a draft is sent once and told, and leads to Home', async () => {
    const sent = sentBodies();
    const screen = await open();
    await fillIn(screen);
    await expect.element(screen.getByText(/^This proposal goes to ROI/)).toBeVisible();
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    const fields = {
      title: 'A boat',
      description: 'To fish.',
      amount: 100,
      monthsToRepay: 12,
      startDate: '2099-12-01',
      image: null,
      imageAlt: '',
      place: null,
      category: null,
      storyLanguage: 'en',
    };
    expect(sent).toEqual([{ ...fields, status: 1, mfiId: '3' }]);
    await expect.poll(() => location.pathname).toBe('/App/Borrow/ROI');
  });

  test('publishing with a past date asks first, and leads to the page that helps to share (R17.5)', async () => {
    const sent = sentBodies();
    const screen = await open();
    await fillIn(screen, '2020-01-01');
    await screen.getByRole('button', { name: 'Publish' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question.getByText(/has already passed/)).toBeVisible();
    expect(sent).toEqual([]);
    await question.getByRole('button', { name: /^Yes/ }).click();
    await expect.poll(() => location.pathname + location.search).toBe('/App/Published?mfi=ROI&id=9');
    expect(history.state).toBeNull();
    expect(sent).toEqual([expect.objectContaining({ status: 2 })]);
  });

  test('an institution that lends in local money is asked in it, and says when the sum is fixed (R23.3)', async () => {
    fake('findMfi', () => ({ ...ROI, localMoney: true, localCurrency: 'BDT' }));
    const sent = sentBodies();
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    await expect.element(screen.getByText(/fixed on the day the money is released/)).toBeVisible();
    await screen.getByRole('button', { name: 'Back' }).click();
    await fillIn(screen, '2099-12-01', 2);
    await expect.element(screen.getByText('BDT 100.00')).toBeVisible();
    await screen.getByRole('button', { name: 'Publish' }).click();
    const localAmount = { amount: '100.00', currency: 'BDT' };
    await expect.poll(() => sent).toEqual([expect.objectContaining({ localAmount })]);
    expect(sent).not.toEqual([expect.objectContaining({ amount: 100 })]);
  });

  test('place, trade and the guessed language go along, and none has to (R26.1)', async () => {
    const sent = sentBodies();
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('নৌকা');
    await screen.getByRole('combobox', { name: /Place/ }).fill(' Gosaba ');
    await screen.getByRole('combobox', { name: /Trade/ }).selectOptions('Fishing');
    await expect.element(screen.getByRole('combobox', { name: /Language of your words/ })).toHaveValue('be');
    await next(screen);
    await screen.getByRole('button', { name: 'Back' }).click();
    await fillIn(screen, '2099-12-01', 2);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect
      .poll(() => sent)
      .toEqual([expect.objectContaining({ place: 'Gosaba', category: 'fishing', storyLanguage: 'en' })]);
  });

  test('a proposal goes out with its picture, its words for it, and the pictures of its album', async () => {
    let pictures = 0;
    fakeUpload(() => {
      pictures += 1;
      return { key: `proposalImages/new-${pictures}.webp` };
    });
    const sent = sentBodies();
    fake('addGalleryImage', ({ body }) => {
      sent.push(body);
      return { id: '1', proposalId: '9', image: body.image, imageUrl: '', imageBlur: null, alt: '' };
    });
    const screen = await open();
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await screen.getByRole('textbox', { name: /What the picture shows/ }).fill('My boat');
    await userEvent.upload(screen.getByLabelText('Add pictures'), [await photo(200, 200), await photo(300, 300)]);
    await screen.getByRole('textbox', { name: /What picture 2 shows/ }).fill('The net');
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => location.pathname).toBe('/App/Published');
    expect(sent).toEqual([
      expect.objectContaining({ title: 'A boat', image: 'proposalImages/new-1.webp', imageAlt: 'My boat', status: 2 }),
      { proposalId: '9', image: 'proposalImages/new-2.webp', alt: '' },
      { proposalId: '9', image: 'proposalImages/new-3.webp', alt: 'The net' },
    ]);
  });

  test('a picture of the album that cannot be added is told; the proposal is there', async () => {
    fakeUpload(() => ({ key: 'proposalImages/new-1.webp' }));
    sentBodies();
    fake('addGalleryImage', () => ({ refusal: 'album_full' }));
    const screen = await open();
    await userEvent.upload(screen.getByLabelText('Choose a picture'), await photo());
    await userEvent.upload(screen.getByLabelText('Add pictures'), await photo(200, 200));
    await expect.element(screen.getByRole('textbox', { name: /What picture 1 shows/ })).toBeVisible();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    await expect.element(screen.getByText(/1 picture could not be saved/)).toBeInTheDocument();
  });

  test("the server's word about a field leads back to its step and stands at the field, until it is changed", async () => {
    fake('createProposal', () => ({
      refusal: 'invalid_request',
      errors: [{ path: 'title', message: 'Please remove the hidden direction marks.' }],
    }));
    const screen = await open();
    await fillIn(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(titleIn(screen)).toHaveAccessibleDescription('Please remove the hidden direction marks.');
    await expect.element(titleIn(screen)).toHaveFocus();
    await next(screen);
    await expect.element(headOf(screen)).toHaveTextContent('Step 3 of 5 How much, and how long');
  });
});
