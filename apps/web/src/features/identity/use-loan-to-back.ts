import { isOpen } from '@sathi/domain/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useBackingHindrance } from '../../lib/use-backing-hindrance.ts';
import { useLoanAhead } from './handover.ts';

/** The loan that a visitor is on the way to back, in a sentence. Undefined without one, and for one that takes no more. */
export function useLoanToBack(): { id: string; sentence: string } | undefined {
  const { t } = useText();
  const id = useLoanAhead();
  const { data, error } = useQuery({
    queryKey: queryKeys.proposal(id ?? ''),
    queryFn: ({ signal }) => call('findProposal', { query: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  });
  const hindrance = useBackingHindrance(data);
  const takesNone = data && (!isOpen(statusOf(data)) || hindrance !== null);
  const isGone = (error instanceof ApiError && error.status === 404) || takesNone;
  if (id === undefined || isGone) return undefined;
  const sentence = data ? t('identity.backing.lead', { title: data.title }) : t('identity.backing.leadAny');
  return { id, sentence };
}
