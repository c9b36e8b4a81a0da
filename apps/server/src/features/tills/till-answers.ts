import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { enterTillEntries, listTills } from '@sathi/contract/tills.ts';
import type { Minor } from '@sathi/domain/local-money.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import { closeTillRefusal, missingNumbers, receiveTillRefusal } from '@sathi/domain/tills.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import type { EntryRow, LaterRow } from './till-entries.repository.ts';
import type { TillRow } from './tills.repository.ts';

export type EntryAnswer = DataOf<typeof enterTillEntries>['results'][number];

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows };
type InIt = { readonly entries: readonly EntryRow[] | undefined; readonly later: readonly LaterRow[] | undefined };

export function tillAnswer(
  till: TillRow,
  { entries = [], later = [] }: InIt,
  { viewer, office }: Reading,
): DataOf<typeof listTills>[number] {
  const { id, number, day, officerId, officerName, accountId, state, currency } = till;
  const money = (amount: Minor) => ({ amount, currency });
  const { countedMinor, receivedMinor, closeReason, receiveReason } = till;
  const isManager = isManagerOf(viewer, till.mfiId);
  const told = entries.filter((entry) => entry.state !== 'refused' && entry.numberedBy === null);
  return {
    id,
    number,
    day,
    officerId,
    officerName,
    accountId,
    state,
    float: money(till.floatMinor),
    expected: money(till.expectedMinor),
    counted: countedMinor === null ? null : money(countedMinor),
    received: receivedMinor === null ? null : money(receivedMinor),
    reasons: [closeReason, receiveReason].filter((reason) => reason !== null),
    missing: missingNumbers([...told, ...later].map((receipt) => receipt.number)),
    later: later.map((receipt) => ({ number: receipt.number, till: receipt.till })),
    entries: entries.map(({ refusedAs, amountMinor, numberedBy, numberedByNumber, ...entry }) => ({
      clientId: entry.clientId,
      number: entry.number,
      numberedBy:
        numberedBy === null || numberedByNumber === null ? null : { id: numberedBy, number: numberedByNumber },
      state: entry.state,
      result: refusedAs,
      reference: entry.reference,
      name: entry.name,
      local: amountMinor === null ? null : money(amountMinor),
      paidOn: entry.paidOn,
      note: entry.note,
      signedBy: entry.signedBy,
      receipt: receiptOf(entry),
    })),
    mayClose: closeTillRefusal(viewer, till, { isManager, hasRefused: till.hasRefused }) === null,
    mayReceive: receiveTillRefusal(viewer, till, office, till.hasLeft) === null,
  };
}

/** An entry as it is answered to the device, again and again. */
export function entryAnswer(entry: EntryRow): EntryAnswer {
  const { clientId, state, refusedAs, paymentId, receiptId } = entry;
  return {
    clientId,
    result: state === 'refused' ? String(refusedAs) : 'taken',
    ...(paymentId !== null && { paymentId }),
    ...(receiptId !== null && { receiptId }),
    receipt: receiptOf(entry),
  };
}

function receiptOf({ receiptNumber: number, receiptCode: code }: Pick<EntryRow, 'receiptNumber' | 'receiptCode'>) {
  return number === null || code === null ? null : { number, code, url: `/r/${code}` };
}
