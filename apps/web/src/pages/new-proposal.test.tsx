import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSession } from '../lib/session.ts';
import { fake } from '../test/fake-endpoint.ts';
import { RAHIMA, ROI } from '../test/people.ts';
import { renderPage } from '../test/render-page.tsx';
import HomePage from './home-page.tsx';

beforeEach(() => {
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listMfis', () => [ROI]);
  fake('borrowStats', () => ({ funded: { amount: 0 }, paid: 0, active: { amount: 0 }, pasive: { amount: 0 } }));
  fake('listOwnProposals', () => []);
  fake('listOthersProposals', () => []);
});
afterEach(() => vi.useRealTimers());

const open = () => renderPage(<HomePage />, { path: '/App/Home' });

describe('writing a proposal', () => {
  test('nothing is said before the first attempt, then what is missing; nothing is sent', async () => {
    const screen = await open();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    const required = screen.getByText('required', { exact: true });
    await expect.element(screen.getByRole('button', { name: 'Save as draft' })).toBeVisible();
    expect(required.elements()).toHaveLength(0);
    await screen.getByRole('textbox', { name: 'Amount' }).fill('0');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.poll(() => required.elements().length).toBe(4);
    await expect.element(screen.getByText('value must be greater than 1')).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveFocus();
  });

  test('the plan is previewed while typing, in any digits (R8.4)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-10T12:00:00Z') });
    const screen = await open();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await screen.getByRole('textbox', { name: 'Amount' }).fill('১০০');
    await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
    await expect.element(screen.getByText('About $8.33 a month until May 2027')).toBeVisible();
  });

  test('a draft is sent once and told; the form is empty afterwards', async () => {
    const sent: unknown[] = [];
    fake('createProposal', ({ body }) => {
      sent.push(body);
      return { id: '9' };
    });
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect.element(screen.getByText('Proposal saved')).toBeInTheDocument();
    const fields = {
      title: 'A boat',
      description: 'To fish.',
      amount: 100,
      monthsToRepay: 12,
      startDate: '2099-12-01',
    };
    expect(sent).toEqual([{ ...fields, status: 1, mfiId: '3' }]);
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('');
  });

  test('publishing with a past date asks first, and goes on (R17.5)', async () => {
    const statuses: unknown[] = [];
    fake('createProposal', ({ body }) => {
      statuses.push(body.status);
      return { id: '9' };
    });
    const screen = await open();
    await fillIn(screen, '2020-01-01');
    await screen.getByRole('button', { name: 'Publish' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question.getByText(/has already passed/)).toBeVisible();
    expect(statuses).toEqual([]);
    await question.getByRole('button', { name: 'Publish' }).click();
    await expect.element(screen.getByText('Proposal published')).toBeInTheDocument();
    expect(statuses).toEqual([2]);
  });

  test('what was typed survives closing and a look at another tab', async () => {
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Close' }).click();
    await screen.getByRole('tab', { name: 'Invest' }).click();
    await screen.getByRole('tab', { name: 'Borrow' }).click();
    await screen.getByRole('button', { name: 'Add new proposal' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name of the proposal' })).toHaveValue('A boat');
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('A boat');
  });

  test("the server's word about a field stands at the field", async () => {
    fake('createProposal', () => ({
      refusal: 'invalid_request',
      errors: [{ path: 'title', message: 'Please remove the hidden direction marks.' }],
    }));
    const screen = await open();
    await fillIn(screen, '2099-12-01');
    await screen.getByRole('button', { name: 'Save as draft' }).click();
    await expect
      .element(screen.getByRole('textbox', { name: 'Name of the proposal' }))
      .toHaveAccessibleDescription('Please remove the hidden direction marks.');
  });
});

async function fillIn(screen: Awaited<ReturnType<typeof open>>, startDate: string): Promise<void> {
  await screen.getByRole('button', { name: 'Add new proposal' }).click();
  await screen.getByRole('textbox', { name: 'Name of the proposal' }).fill('A boat');
  await screen.getByRole('textbox', { name: 'Description' }).fill('To fish.');
  await screen.getByRole('textbox', { name: 'Amount' }).fill('100');
  await screen.getByRole('textbox', { name: 'Months to repay' }).fill('12');
  await screen.getByLabelText('Needed on').fill(startDate);
}
