import { startSession } from '../lib/session.ts';
import type { DataOf, QueryOf } from '../lib/wire.ts';
import { fake } from './fake-endpoint.ts';
import { RAHIMA } from './people.ts';
import { FUNDED, SEWING_MACHINE } from './proposals.ts';
import { renderPage } from './render-page.tsx';
import PortfolioPage from '../pages/portfolio/portfolio-page.tsx';

export const PORTFOLIO: DataOf<'findPortfolio'> = {
  lent: 60,
  cameBack: 12.5,
  stillOut: 47.5,
  lost: 0,
  forgiven: 0,
  late: 7.5,
  credit: 12.5,
  loansCount: 2,
  credits: [],
  hasComeBack: false,
  months: [
    { month: '2026-09', expected: 12.5, received: 12.5, open: 0 },
    { month: '2026-10', expected: 8.33, received: 0, open: 8.33 },
  ],
};

export const LOANS: DataOf<'listPortfolioLoans'> = [
  {
    proposal: FUNDED,
    lent: 40,
    cameBack: 12.5,
    stillOut: 27.5,
    lost: 0,
    forgiven: 0,
    daysLate: 37,
    nextDueOn: '2026-10-15',
  },
  {
    proposal: { ...SEWING_MACHINE, id: '170', title: 'A loom' },
    lent: 20,
    cameBack: 0,
    stillOut: 20,
    lost: 0,
    forgiven: 0,
    daysLate: 0,
    nextDueOn: null,
  },
];

export const STATEMENT: DataOf<'findStatement'> = {
  openingCredit: 0,
  closingCredit: 12.5,
  paidIn: 60,
  paidOut: 0,
  nextCursor: null,
  rows: [
    {
      id: '2',
      date: '2026-09-15T10:00:00.000Z',
      purpose: 'share_received',
      proposalId: '169',
      title: 'Sewing machine',
      outside: 0,
      credit: 12.5,
      creditAfter: 12.5,
      givenUp: 0,
      currency: 'USD',
    },
    {
      id: '1',
      date: '2026-08-01T10:00:00.000Z',
      purpose: 'backing',
      proposalId: '169',
      title: 'Sewing machine',
      outside: -40,
      credit: 0,
      creditAfter: 0,
      givenUp: 0,
      currency: 'USD',
    },
  ],
};

/** A person without awaited money, rules or payouts of their own. */
export function fakeEmptyParts(): void {
  fake('listPayInOrders', () => []);
  fake('listPayIns', () => []);
  fake('listRelendRules', () => []);
  fake('listOwnPayouts', () => []);
}

export function portfolio({
  path = '/App/Portfolio',
  asked = [] as QueryOf<'findStatement'>[],
  credit = PORTFOLIO.credit,
  credits = PORTFOLIO.credits,
  accounts = [] as DataOf<'listPayoutAccounts'>,
} = {}) {
  startSession('token', RAHIMA);
  fake('findPortfolio', () => ({ ...PORTFOLIO, credit, credits }));
  fake('listPortfolioLoans', () => LOANS);
  fake('listPayoutAccounts', () => accounts);
  fake('findStatement', ({ query }) => {
    asked.push(query);
    return STATEMENT;
  });
  return renderPage(<PortfolioPage />, { path });
}
