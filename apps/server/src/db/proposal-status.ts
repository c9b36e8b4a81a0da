import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { type RawBuilder, sql } from 'kysely';

const literal = (status: ProposalStatus): RawBuilder<number> => sql.lit(PROPOSAL_STATUS[status]);

/** The statuses of a proposal by name, for SQL to compare: literals, because an index over some statuses serves no parameter. */
export const STATUS = {
  drafted: literal('drafted'),
  published: literal('published'),
  locked: literal('locked'),
  backed: literal('backed'),
  funded: literal('funded'),
  repaid: literal('repaid'),
} as const satisfies Record<ProposalStatus, RawBuilder<number>>;

/** A proposal in one of these may be backed, until its deadline: `isOpen` of the domain. */
export const OPEN_STATUSES = sql`(${STATUS.published}, ${STATUS.locked})`;
