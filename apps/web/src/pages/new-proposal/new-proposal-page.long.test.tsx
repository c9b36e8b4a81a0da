import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '../../lib/session.ts';
import { userEvent } from 'vitest/browser';
import { fake } from '../../test/fake-endpoint.ts';
import { fakeUpload, photo } from '../../test/fake-upload.ts';
import { NO_LIMITS } from '../../test/loan-limits.ts';
import { MfiNameProvider } from '../../lib/paths.ts';
import { RAHIMA, ROI } from '../../test/people.ts';
import { renderPage } from '../../test/render-page.tsx';
import NewProposalPage from './new-proposal-page.tsx';
import { fakeWriting, fillIn, headOf, next, open, type Screen, sentBodies, titleIn } from '../../test/new-proposal.tsx';

beforeEach(fakeWriting);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

  test('the step of the money is read out loud with the box that takes less', async () => {
    const said: string[] = [];
    vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([
      { lang: 'en-US', localService: true } as SpeechSynthesisVoice,
    ]);
    vi.spyOn(speechSynthesis, 'speak').mockImplementation(({ text }) => void said.push(text));
    vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockImplementation(() => undefined);
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    await screen.getByRole('button', { name: 'Listen' }).click();
    const words = said.join(' ');
    expect(words).toContain('Take less, if the whole does not come together');
    expect(words).toContain('If at least half has come together in time');
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

  test('a limit is said before an amount is typed, and a draft may be above it (decision 68)', async () => {
    fake('findLoanLimits', () => ({ ...NO_LIMITS, minimum: 10, own: { maximum: 200, reason: 'first_loan' as const } }));
    const screen = await open();
    await next(screen);
    await titleIn(screen).fill('A boat');
    await next(screen);
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    const words = /^A first loan at ROI can be up to \$200\. .* The smallest loan at ROI is \$10\.$/;
    await expect.element(amount).toHaveAccessibleDescription(words);
    await amount.fill('300');
    await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
    await screen.getByLabelText('Needed on').fill('2099-12-01');
    await next(screen);
    await screen.getByRole('textbox', { name: 'Description' }).fill('To fish.');
    await next(screen);
    const sent: unknown[] = [];
    const tooMuch = 'A first loan at ROI can be up to $200.';
    fake('createProposal', ({ body }) => {
      sent.push([body.status, body.amount]);
      if (body.status === 1) return { id: '9', amount: 300, localAmount: null };
      return { refusal: 'invalid_request', errors: [{ path: 'amount', message: tooMuch }] };
    });
    await screen.getByRole('button', { name: 'Publish' }).click();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining(tooMuch));
    await next(screen);
    await next(screen);
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    expect(sent).toEqual([
      [2, 300],
      [1, 300],
    ]);
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

  test('R7.4: an amount typed in the money of one institution is asked for anew where another lends', async () => {
    const DCBS = { ...ROI, id: '1', name: 'DCBS', localMoney: true, localCurrency: 'BDT' as const };
    fake('findMfi', ({ query }) => (query.name === 'DCBS' ? DCBS : ROI));
    const at = async (name: string) => {
      const page = (
        <MfiNameProvider value={name}>
          <NewProposalPage />
        </MfiNameProvider>
      );
      const screen = await renderPage(page, { path: `/App/NewProposal/${name}` });
      await next(screen);
      return screen;
    };
    const amountIn = (screen: Screen) => screen.getByRole('textbox', { name: 'Amount' });
    const dcbs = await at('DCBS');
    await titleIn(dcbs).fill('A boat');
    await next(dcbs);
    await amountIn(dcbs).fill('5000');
    await dcbs.unmount();
    const roi = await at('ROI');
    await expect.element(titleIn(roi)).toHaveValue('A boat');
    await next(roi);
    await expect.element(amountIn(roi)).toHaveValue('');
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
