import type { OwnLimit } from '@sathi/domain/loan-limits.ts';
import { type Cents, centsOfDollars } from '@sathi/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The bounds of the reader's next loan at an institution. */
export type NamedLimit = OwnLimit & { readonly mfi: string };

/** Undefined until it is known, as without a network: the service judges in any case. */
export function useLoanLimit(mfi: { id: string; name: string } | undefined): NamedLimit | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.loanLimits(mfi?.id ?? ''),
    queryFn: ({ signal }) => call('findLoanLimits', { query: { mfiId: mfi?.id ?? '' } }, { signal }),
    enabled: mfi !== undefined,
  });
  if (mfi === undefined || data === undefined) return undefined;
  const { maximum, reason } = data.own;
  return { mfi: mfi.name, minimumCents: centsOrNull(data.minimum), maximumCents: centsOrNull(maximum), reason };
}

function centsOrNull(dollars: number | null): Cents | null {
  return dollars === null ? null : centsOfDollars(dollars);
}
