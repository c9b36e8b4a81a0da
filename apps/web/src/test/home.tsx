import { startSession } from '../lib/session.ts';
import { fake } from './fake-endpoint.ts';
import { RAHIMA, ROI } from './people.ts';
import { renderPage } from './render-page.tsx';
import HomePage from '../pages/home/home-page.tsx';

/** A person signed in whose lists are empty. */
export function fakeHome(): void {
  startSession('token', RAHIMA);
  fake('findMfi', () => ROI);
  fake('listPlaces', () => ['Gosaba']);
  fake('listSavedSearches', () => []);
  fake('listMfis', () => [ROI, { ...ROI, id: '1', name: 'DCBS' }]);
  fake('borrowStats', () => ({
    funded: { amount: 1200 },
    paid: 466.64,
    active: { amount: 12.5 },
    pasive: { amount: 150 },
    sums: {
      funded: [{ amount: '1200.00', currency: 'USD' as const }],
      paid: [{ amount: '466.64', currency: 'USD' as const }],
    },
  }));
  fake('listInvitations', () => []);
  fake('listOwnProposals', () => []);
  fake('listOthersProposals', () => []);
  fake('listIgnoredProposals', () => []);
}

export const open = (path = '/App/Borrow') => renderPage(<HomePage />, { path });
export const query = () => Object.fromEntries(new URLSearchParams(location.search));
