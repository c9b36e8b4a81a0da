import type { BodyOf } from '@sathi/contract/endpoint.ts';
import type { enterReceipt } from '@sathi/contract/receipts.ts';
import { type LocalUnit, unitOf } from '@sathi/domain/asked-local.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { MfiId, ReceiptId, UserId } from '@sathi/domain/ids.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { MoneyAccountKind } from '@sathi/domain/money-accounts.ts';
import type { Cents } from '@sathi/domain/money.ts';
import type { PayChannel } from '@sathi/domain/pay-ins.ts';
import type { AppSecret } from '../../config/secret.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import type { MoneyAccountRow } from '../money-accounts/money-accounts.repository.ts';
import { askToConfirm } from '../notifications/tell.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { owedOf, worthOf } from './arrivals.repository.ts';
import { lockOwing, type Owing } from './owing.repository.ts';
import { secondRefusal } from './receipt-answers.ts';
import type { NewReceipt } from './receipts.repository.ts';

/** How money comes by an account of each kind. */
const CHANNEL_OF: Readonly<Record<MoneyAccountKind, PayChannel>> = {
  bank: 'bank',
  mobile_wallet: 'mobile_wallet',
  till: 'cash',
};

type Body = BodyOf<typeof enterReceipt>;
type Entering = Pick<Change, 'tx' | 'viewer' | 'now'> & {
  readonly mfiId: MfiId;
  readonly mfi: LocalUnit & { readonly timeZone: string };
  readonly userId: UserId;
  readonly account: MoneyAccountRow | null;
  readonly body: Body;
};
type ByHand = { readonly receipt: NewReceipt & { readonly gainCents: Cents | null }; readonly owing: Owing };

/**
 * The receipt of money that staff found by themselves, without a line of a statement, and the money it meets, locked.
 *
 * @throws RefusalError `wrong_currency`, `rate_too_old`
 */
export async function receiptByHand(entering: Entering): Promise<ByHand> {
  const { tx, viewer, now, mfiId, mfi, userId, body } = entering;
  const { accountId, receivedOn, ownReference } = body;
  if (receivedOn > calendarDateIn(mfi.timeZone, now)) throw invalidField('receivedOn', 'invalid');
  const account = found(entering.account);
  const localMinor = sumThere(account, body);
  const owing = await lockOwing(tx, { mfiId, userId }, now);
  const { currency } = account;
  const arrival = { mfiId, currency, localMinor, receivedOn, unit: unitOf(currency, mfi) };
  const receipt = {
    ...(await worthOf(tx, { ...arrival, ...owedOf(owing, mfi.timeZone) })),
    mfiId,
    userId,
    receivedOn,
    bookedBy: viewer.id,
    accountId,
    localMinor,
    channel: CHANNEL_OF[account.kind],
    enteredByHand: true,
    ...(ownReference && { ownReference }),
  };
  return { receipt, owing };
}

/** The others of the office who may confirm it hear that it waits (R25.10). */
export async function tellConfirmers(
  { mfiId, userId, ...change }: Omit<Entering, 'account' | 'body' | 'mfi'>,
  teller: { readonly secret: AppSecret; readonly origin: string },
  id: ReceiptId,
): Promise<void> {
  const { tx, viewer, now } = change;
  const office = await findOffice(tx, mfiId, now);
  const others = office.members.map((member) => member.userId).filter((other) => other !== viewer.id);
  const confirmers = others.filter(
    (other) => secondRefusal({ id: other }, { userId, bookedBy: viewer.id }, office) === null,
  );
  await askToConfirm(change, teller, { mfiId, what: 'receipt', id, page: 'MFIAwaited', confirmers });
}

/** The sum in the currency of the account. @throws RefusalError `wrong_currency` */
function sumThere({ currency }: MoneyAccountRow, { amount, localAmount }: Body): Minor {
  if (localAmount === undefined && amount !== undefined && currency === 'USD') return Number(amount) as Minor;
  if (localAmount === undefined || localAmount.currency !== currency) throw new RefusalError('wrong_currency');
  return localAmount.amount;
}
