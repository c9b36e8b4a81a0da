import type { BodyOf } from '@sathi/contract/endpoint.ts';
import type { enterPayment } from '@sathi/contract/repayments.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import { channelOf, mayBePaidOn } from '@sathi/domain/repayments.ts';
import type { Change } from '../../http/call.ts';
import { given, invalidField } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import type { ProposalRow } from '../proposals/proposals.repository.ts';
import { worthOf } from './payment-worth.repository.ts';
import type { PaymentFacts } from './payments.repository.ts';

export type EnteredPayment = Omit<BodyOf<typeof enterPayment>, 'userId' | 'proposalId'>;
type Asking = Pick<Change, 'tx' | 'viewer' | 'now'> & {
  readonly proposal: ProposalRow;
  /** The account that was named; null for none. */
  readonly account: MoneyAccountRow | null;
};

/**
 * How a payment was made, as its payer says it (R22.1), and what it is worth.
 *
 * @throws RefusalError `invalid_request` for a channel that is not the account's, or a day before the release or to come;
 * `wrong_currency`, `rate_too_old` of local money
 */
export async function paymentFacts(
  asking: Asking,
  { amount, localAmount, ...entered }: EnteredPayment,
): Promise<PaymentFacts & { readonly amountCents: Cents }> {
  const { tx, viewer, now, proposal, account } = asking;
  const { accountId = null, reference: ownReference = null, slip = null } = entered;
  const channel = channelAsked(entered.channel, account && channelOf(account.kind));
  const today = calendarDateIn(proposal.mfi.timeZone, now);
  const released = proposal.fundedAt === null ? today : calendarDateIn(proposal.mfi.timeZone, proposal.fundedAt);
  const { paidOn = null } = entered;
  if (paidOn !== null && !mayBePaidOn(paidOn, released, today)) throw invalidField('paidOn', 'invalid');
  await refuseUnknownImage(tx, viewer.id, { path: 'slip', folder: 'slips', key: slip });
  const same = { channel, accountId, ownReference, paidOn, slip };
  const nothing = { localMinor: null, localCurrency: null, gainCents: null };
  if (localAmount === undefined) return { ...same, ...nothing, amountCents: given('amount', amount) };
  const local = { ...localAmount, valueOn: paidOn ?? today };
  return { ...same, ...nothing, ...(await worthOf(asking, local, account && account.currency)) };
}

function channelAsked(asked: PayChannel | undefined, of: PayChannel | null): PayChannel | null {
  if (asked !== undefined && of !== null && asked !== of) throw invalidField('channel', 'invalid');
  return asked ?? of;
}
