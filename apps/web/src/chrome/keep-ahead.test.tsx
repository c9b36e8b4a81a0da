import { expect, test, vi } from 'vitest';
import { startSession } from '../lib/session.ts';
import { fake } from '../test/fake-endpoint.ts';
import { RAHIMA } from '../test/people.ts';
import { proposalCard, proposalPage } from '../test/proposal-cards.ts';
import { renderPage } from '../test/render-page.tsx';
import KeepAhead from './keep-ahead.tsx';

const cards = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => proposalCard({ id: String(from + index) }));

test('a device asks ahead for Home, My money, notifications and the last 20 loans, these in turn', async () => {
  startSession('token', RAHIMA);
  const asked: string[] = [];
  const isAsked = <Answer,>(name: string, answer: Answer) => {
    asked.push(name);
    return answer;
  };
  fake('listOwnProposals', () => cards(1, 12));
  fake('listOthersProposals', () => isAsked('others', []));
  fake('borrowStats', () => isAsked('stats', {} as never));
  fake('listInvitations', () => isAsked('invitations', []));
  fake('findPortfolio', () => isAsked('portfolio', {} as never));
  fake('findStatement', () => isAsked('statement', { rows: [], nextCursor: null } as never));
  fake('listPortfolioLoans', () => cards(11, 12).map((proposal) => ({ proposal })) as never);
  fake('listPayInOrders', () => isAsked('orders', []));
  fake('listPayIns', () => isAsked('pay-ins', []));
  fake('listNotifications', () => isAsked('notifications', []));
  let open = 0;
  let openMost = 0;
  const ids: string[] = [];
  fake('findProposal', async ({ query: { id } }) => {
    ids.push(String(id));
    openMost = Math.max(openMost, (open += 1));
    await Promise.resolve();
    open -= 1;
    return proposalPage(proposalCard({ id: String(id) }), 0);
  });
  const onDone = vi.fn<() => void>();
  await renderPage(<KeepAhead onDone={onDone} />, { path: '/App/Home' });
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(asked.toSorted()).toEqual(
    ['invitations', 'notifications', 'orders', 'others', 'pay-ins', 'portfolio', 'statement', 'stats'].toSorted(),
  );
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
  expect(openMost).toBe(1);
});
