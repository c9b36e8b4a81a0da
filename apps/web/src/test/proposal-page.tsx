import { proposalPage } from './proposal-cards.ts';
import { fake } from './fake-endpoint.ts';
import { NO_LIMITS } from './loan-limits.ts';
import { ROI } from './people.ts';
import { renderPage } from './render-page.tsx';
import ProposalPage from '../pages/proposal/proposal-page.tsx';

/** A published proposal with nothing around it yet. */
export function fakeProposal(): void {
  fake('findMfi', () => ROI);
  fake('findLoanLimits', () => NO_LIMITS);
  fake('listPlaces', () => []);
  fake('findProposal', () => proposalPage());
  fake('listUpdates', () => []);
  fake('listGalleryImages', () => []);
  fake('listPlanChanges', () => []);
  fake('findChainRegistration', () => ({ state: 'none', deployHash: null, blockHeight: null }));
}

export const open = (path = '/App/proposal?mfi=ROI&id=101') => renderPage(<ProposalPage />, { path });
