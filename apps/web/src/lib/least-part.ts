import { leastPartCents } from '@sathi/domain/funding-time.ts';
import { centsOfDollars, dollarsOf } from '@sathi/domain/money.ts';
import type { ProposalSummary } from './wire.ts';

/** The sum from which on a loan goes ahead whose owner takes a part (R5.5), in dollars. */
export function leastPart({ amount }: Pick<ProposalSummary, 'amount'>): number {
  return dollarsOf(leastPartCents(centsOfDollars(amount)));
}
