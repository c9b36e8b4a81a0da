import * as contract from '@sathi/contract/portfolio.ts';
import { findYearLetter } from '@sathi/contract/year-letters.ts';
import { type CalendarDate, calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance } from 'fastify';
import { decodeCursor, PAGE_SIZE, pageOf } from '../../db/cursor.ts';
import type { Db } from '../../db/db.ts';
import { csvHeaders } from '../../http/csv.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { cardAnswer } from '../proposals/proposal-answers.ts';
import { listCardsById } from '../proposals/proposal-cards.repository.ts';
import { cameBackCents, portfolioAnswer, standingsOf } from './portfolio-answers.ts';
import {
  findCameBackAt,
  listCredits,
  type Holding,
  listHoldings,
  listReceivedByMonth,
  listReleasedLoans,
} from './portfolio.repository.ts';
import { statementCsv, statementRowAnswer } from './statement-answers.ts';
import { listBorrowedOfYear, listLentOfYear, listYears } from './year-letter.repository.ts';
import { findStatementTotals, listStatement, type StatementRow } from './statement.repository.ts';

/** A CSV file holds at most this many rows; a period that has more can be halved. */
const CSV_ROWS_MAX = 50_000;

export function portfolioRoutes(app: FastifyInstance, outside: Outside): void {
  portfolio(app, outside);
  statement(app, outside);
  yearLetter(app, outside);
}

function portfolio(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, contract.findPortfolio, async ({ viewer }) => {
    const [holdings, received, credits, cameBackAt] = await Promise.all([
      listHoldings(db, viewer.id),
      listReceivedByMonth(db, viewer.id),
      listCredits(db, viewer.id),
      findCameBackAt(db, viewer.id),
    ]);
    const loans = await listReleasedLoans(db, proposalIdsOf(holdings));
    return portfolioAnswer({ userId: viewer.id, holdings, loans, received, credits, cameBackAt }, now());
  });

  mount(app, contract.listPortfolioLoans, async ({ query, viewer }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const after = decodeCursor(query.cursor, 'holdings', 'instant');
    const rows = await listHoldings(db, viewer.id, { limit: limit + 1, after });
    const { data, nextCursor } = pageOf(rows, limit, ({ firstBackedAt, proposalId }) => ({
      sort: 'holdings',
      value: firstBackedAt.toISOString(),
      id: proposalId,
    }));
    return { data: await loanRows(db, viewer, data, now()), nextCursor };
  });
}

async function loanRows(db: Db, viewer: SignedIn, holdings: readonly Holding[], now: Date) {
  const ids = proposalIdsOf(holdings);
  const [cards, loans] = await Promise.all([listCardsById(db, viewer.id, ids), listReleasedLoans(db, ids)]);
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const standings = standingsOf(loans, now);
  return holdings.flatMap((holding) => {
    const { proposalId, backedCents, owedCents, lostCents, forgivenCents } = holding;
    const card = cardOf.get(proposalId);
    if (card === undefined) return [];
    const { daysLate = 0, nextDueOn = null } = standings.get(proposalId) ?? {};
    return [
      {
        proposal: cardAnswer(card, viewer, now),
        lent: backedCents,
        cameBack: cameBackCents(holding),
        stillOut: owedCents,
        lost: lostCents,
        forgiven: forgivenCents,
        daysLate,
        nextDueOn,
      },
    ];
  });
}

function proposalIdsOf(holdings: readonly Holding[]) {
  return holdings.map(({ proposalId }) => proposalId);
}

function statement(app: FastifyInstance, { db }: Outside): void {
  mount(app, contract.findStatement, async ({ query, viewer: { id } }) => {
    const limit = query.limit ?? PAGE_SIZE;
    const period = { from: query.from, to: query.to };
    const after = decodeCursor(query.cursor, 'statement', 'instant');
    const [rows, totals] = await Promise.all([
      listStatement(db, id, period, { limit: limit + 1, after }),
      findStatementTotals(db, id, period),
    ]);
    const { data, nextCursor } = pageOf(rows, limit, (row: StatementRow) => ({
      sort: 'statement',
      value: row.at.toISOString(),
      id: row.id,
    }));
    return { ...totals, rows: data.map(statementRowAnswer), nextCursor };
  });

  mount(app, contract.exportStatement, async ({ query, viewer, language }, reply) => {
    const period = { from: query.from, to: query.to };
    const rows = await listStatement(db, viewer.id, period, { limit: CSV_ROWS_MAX, after: null });
    reply.headers(csvHeaders('sathi-statement.csv'));
    return statementCsv(rows, language);
  });
}

/** The days of a letter are those of its statement. */
function yearLetter(app: FastifyInstance, { db, now }: Outside): void {
  mount(app, findYearLetter, async ({ query, viewer: { id } }) => {
    const today = calendarDateIn('UTC', now());
    const year = query.year ?? Number(today.slice(0, 4));
    const [from, end] = [`${year}-01-01`, `${year}-12-31`] as [CalendarDate, CalendarDate];
    const period = { from, to: today < end && today >= from ? today : end };
    const [years, totals, lent, borrowed] = await Promise.all([
      listYears(db, id),
      findStatementTotals(db, id, period),
      listLentOfYear(db, id, period),
      listBorrowedOfYear(db, id, period),
    ]);
    return {
      year,
      ...period,
      years,
      ...totals,
      lent: lent.map(({ lentCents, cameBackCents, endedCents, forgivenCents, lostCents, stillOutCents, ...loan }) => ({
        ...loan,
        lent: lentCents,
        cameBack: cameBackCents,
        ended: endedCents,
        forgiven: forgivenCents,
        lost: lostCents,
        stillOut: stillOutCents,
      })),
      borrowed: borrowed.map(({ receivedCents, repaidCents, outstandingCents, ...loan }) => ({
        ...loan,
        received: receivedCents,
        repaid: repaidCents,
        outstanding: outstandingCents,
      })),
    };
  });
}
