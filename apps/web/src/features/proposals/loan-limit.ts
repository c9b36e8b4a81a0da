import type { OwnLimit } from '@sathi/domain/loan-limits.ts';
import { type Cents, centsOfDollars, dollarsOf } from '@sathi/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { Format } from '../../lib/format.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Translate } from '../../lib/text.tsx';

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

/** Said before an amount is typed, and again where one is outside. */
export function limitSentences({ mfi, minimumCents, maximumCents, reason }: NamedLimit, t: Translate, format: Format) {
  const money = (amount: Cents) => format.money(dollarsOf(amount));
  return [
    ...(maximumCents === null
      ? []
      : [t('proposal.problem.aboveLimit', { mfi, maximum: money(maximumCents), reason: reason ?? '' })]),
    ...(minimumCents === null ? [] : [t('proposal.problem.belowLimit', { mfi, minimum: money(minimumCents) })]),
  ];
}
