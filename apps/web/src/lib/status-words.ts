import type { TextKey } from './text.tsx';

export type ProposalStatusCode = 1 | 2 | 3 | 4 | 5 | 6;

export const STATUS_WORDS: Record<ProposalStatusCode, TextKey> = {
  1: 'common.statusDrafted',
  2: 'common.statusPublished',
  3: 'common.statusLocked',
  4: 'common.statusBacked',
  5: 'common.statusFunded',
  6: 'common.statusRepaid',
};
