import type { TextKey } from '../../lib/text.tsx';

/** As the `status` of the call takes it; empty for all. A campaign shows no drafts (R16.1). */
export const STATUS_FILTERS = ['', '2', '3', '4', '5', '6'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const STATUS_FILTER_WORDS: Record<StatusFilter, TextKey> = {
  '': 'home.filter.all',
  '2': 'common.statusPublished',
  '3': 'common.statusLocked',
  '4': 'common.statusBacked',
  '5': 'common.statusFunded',
  '6': 'common.statusRepaid',
};

/** From the address, where anything may stand. */
export function statusFilterOf(written: string | null): StatusFilter {
  return STATUS_FILTERS.find((filter) => filter === written) ?? '';
}
