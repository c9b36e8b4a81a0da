import type { Format } from '../../lib/format.ts';
import { localFirst } from '../../lib/local-amount.ts';
import type { ProposalDetails } from '../../lib/wire.ts';

/** About what a month of so many would ask; the plan itself rounds each month of local money up to its unit (R23.8). */
export function eachMonth(proposal: ProposalDetails, months: number, format: Format): string {
  const { localOutstanding, outstandingAmount } = proposal;
  const part = (sum: number) => Math.floor((sum * 100) / months) / 100;
  const local = localOutstanding && { ...localOutstanding, amount: part(Number(localOutstanding.amount)).toFixed(2) };
  return localFirst(local, part(outstandingAmount), format);
}
