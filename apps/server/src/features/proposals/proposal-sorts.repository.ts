import type { PROPOSAL_SORTS } from '@sathi/contract/proposal-lists.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ProposalCardRow } from './proposal-cards.repository.ts';

export type Sort = {
  readonly column: RawBuilder<unknown>;
  readonly kind: 'instant' | 'integer';
  readonly descending: boolean;
  readonly valueOf: (row: ProposalCardRow) => string | number | null;
};
export type SortName = (typeof PROPOSAL_SORTS)[number];

const iso = (instant: Date | null) => instant?.toISOString() ?? null;
const NEVER = '9999-12-31T00:00:00.000Z';

const closing: Sort = {
  column: sql`p.funding_deadline`,
  kind: 'instant',
  descending: false,
  valueOf: (row) => iso(row.fundingDeadline),
};
const smallestRest: Sort = {
  column: sql`p.remaining_cents`,
  kind: 'integer',
  descending: false,
  valueOf: (row) => row.remainingCents,
};
export const SORTS: Readonly<Record<SortName, Sort>> = {
  newest: { column: sql`p.published_at`, kind: 'instant', descending: true, valueOf: (row) => iso(row.publishedAt) },
  closing,
  // The expression is the one in the index `proposals_open_nearly_funded`.
  nearlyFunded: {
    column: sql`(p.backed_cents * 10000 / p.amount_cents)`,
    kind: 'integer',
    descending: true,
    valueOf: ({ backedCents, amountCents }) => Math.floor((backedCents * 10_000) / amountCents),
  },
  smallestRest,
  shortest: { column: sql`p.months_to_repay`, kind: 'integer', descending: false, valueOf: (row) => row.monthsToRepay },
  amount: { column: sql`p.amount_cents`, kind: 'integer', descending: false, valueOf: (row) => row.amountCents },
  ending_soon: closing,
  least_left: smallestRest,
};

const ownClosing: Sort = {
  ...closing,
  column: sql`coalesce(p.funding_deadline, ${NEVER}::timestamptz)`,
  valueOf: (row) => iso(row.fundingDeadline) ?? NEVER,
};
/** One's own drafts were never published and have no deadline, so in the own list these sorts differ. */
export const OWN_SORTS: Readonly<Record<SortName, Sort>> = {
  ...SORTS,
  newest: { column: sql`p.created_at`, kind: 'instant', descending: true, valueOf: (row) => iso(row.createdAt) },
  closing: ownClosing,
  ending_soon: ownClosing,
};
