import { paths } from '../../lib/paths.ts';
import type { Handover } from './handover.ts';

/** Whether the way in leads to what an institution wrote down, so that its steps speak of that (R31.5). */
export function isToOffers({ returnTo = '' }: Pick<Handover, 'returnTo'>): boolean {
  return returnTo.startsWith(paths.offers());
}
