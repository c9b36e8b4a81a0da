import {
  PROPOSAL_STATUS,
  type ProposalStatus,
  type ProposalStatusCode,
  proposalStatusOf,
} from '@sathi/domain/proposals.ts';
import type { Text, TextKey } from './text.tsx';

/** The name of a status. The wire carries its code, which is read here and compared nowhere. */
export function statusOf({ status }: { status: ProposalStatusCode }): ProposalStatus {
  return proposalStatusOf(status);
}

type Looks = { readonly word: TextKey; readonly icon: string; readonly tone: string };

/** A badge has the word, so that neither shape nor colour alone carries a status. */
export const STATUS_LOOKS = {
  drafted: { word: 'common.statusDrafted', icon: 'edit', tone: 'neutral' },
  published: { word: 'common.statusPublished', icon: 'seedling', tone: 'good' },
  locked: { word: 'common.statusLocked', icon: 'hands', tone: 'good' },
  backed: { word: 'common.statusBacked', icon: 'check', tone: 'warm' },
  funded: { word: 'common.statusFunded', icon: 'coins', tone: 'info' },
  repaid: { word: 'common.statusRepaid', icon: 'check-circle', tone: 'accent' },
} as const satisfies Record<ProposalStatus, Looks>;

/** The meaning of a status for somebody who neither owns the loan nor decides about it. */
const READER_WORDS: Record<ProposalStatus, TextKey> = {
  drafted: 'common.statusDrafted',
  published: 'common.stateJustStarted',
  locked: 'common.stateToGo',
  backed: 'common.stateFullyBacked',
  funded: 'common.statePayingBack',
  repaid: 'common.statusRepaid',
};

type Shown = { readonly status: ProposalStatusCode; readonly remainingAmount: number };

/** The one badge of a loan. Owner and staff know its status by the words of their filters. */
export function statusBadge(proposal: Shown, { t, format }: Text, reader: 'party' | 'other') {
  const status = statusOf(proposal);
  const { word, ...looks } = STATUS_LOOKS[status];
  const left = format.money(proposal.remainingAmount);
  return { ...looks, children: t(reader === 'party' ? word : READER_WORDS[status], { left }) };
}

/** The statuses in the order of a proposal's life, without drafts, which only their owners see. */
export const SHOWN_STATUSES = ['published', 'locked', 'backed', 'funded', 'repaid'] as const;

/**
 * The choice above a list. Empty is every status, `active` every one from the first backing on, `incomplete` one of
 * any status that lacks its place, trade or language.
 */
export type StatusFilter = '' | 'active' | 'incomplete' | ProposalStatus;

/** A filter as addresses and the calls of lists write it: empty, `incomplete`, or codes with commas. */
export function writtenStatus(filter: StatusFilter | readonly ProposalStatus[]): string {
  if (filter === '' || filter === 'incomplete') return filter;
  if (filter === 'active') return writtenStatus(['locked', 'backed', 'funded', 'repaid']);
  return (typeof filter === 'string' ? [filter] : filter).map((status) => PROPOSAL_STATUS[status]).join(',');
}

/** The one of the filters that an address names; empty for any other text. */
export function statusFilterOf<Filter extends StatusFilter>(written: string | null, filters: readonly Filter[]) {
  return filters.find((filter) => writtenStatus(filter) === written) ?? '';
}

export const filterWord = (filter: '' | ProposalStatus): TextKey =>
  filter === '' ? 'common.filterAll' : STATUS_LOOKS[filter].word;
