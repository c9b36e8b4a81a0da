import { expect } from 'vitest';
import { startSession } from '../lib/session.ts';
import { fake } from './fake-endpoint.ts';
import { NO_LIMITS } from './loan-limits.ts';
import { RAHIMA, ROI } from './people.ts';
import { renderPage } from './render-page.tsx';
import NewProposalPage from '../pages/new-proposal/new-proposal-page.tsx';

export type Screen = Awaited<ReturnType<typeof open>>;

/** A person signed in who may ask for as much as they like. */
export function fakeWriting(): void {
  fake('listOffers', () => []);
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listPlaces', () => ['Gosaba', 'Basirhat']);
  fake('findLoanLimits', () => NO_LIMITS);
}

export const open = () => renderPage(<NewProposalPage />, { path: '/App/NewProposal/ROI' });
export const next = (screen: Screen) => screen.getByRole('button', { name: 'Continue' }).click();
export const headOf = (screen: Screen) => screen.getByRole('heading', { level: 2 });
export const titleIn = (screen: Screen) => screen.getByRole('textbox', { name: 'Name of the proposal' });

/** Fills in the steps, from the first or the second to the one that sends. */
export async function fillIn(screen: Screen, startDate = '2099-12-01', from: 1 | 2 = 1): Promise<void> {
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

export function sentBodies() {
  const sent: unknown[] = [];
  fake('createProposal', ({ body }) => {
    sent.push(body);
    return { id: '9', amount: 400, localAmount: null };
  });
  return sent;
}
