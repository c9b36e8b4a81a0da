import { kindOfReference, parseReference } from '@sathi/domain/references.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, call, callList } from '../../lib/api.ts';
import {
  carryCash,
  forgetRound,
  type KeptCash,
  keepRound,
  type KeptRound,
  onRoundsChange,
  roundsNow,
  settleCash,
  wasHandedOver,
} from '../../lib/kept-cash.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useList } from '../../lib/use-list.ts';
import { isClosed, leftOf, roundOf, type SheetRow, type Till } from './round-facts.ts';

const EVERY_MS = 30_000;
const SENT_AT_ONCE = 200;

type Office = { id: string; name: string };

type Rounds = {
  /** The one under way; null without one, undefined until that is known. */
  readonly round: KeptRound | null | undefined;
  /** Tills that the office closed before it had all of their cash. */
  readonly late: readonly KeptRound[];
  /** The device cannot store a round that is open at the office. */
  readonly isLost: boolean;
};

/** The rounds of the person signed in that this device has cash of. */
export function useRounds({ id: mfiId, name: mfiName }: Office): Rounds {
  const userId = useSession().user?.id ?? '';
  const all = useSyncExternalStore(onRoundsChange, roundsNow);
  // A device that forgot the round, or another device, asks the office.
  const { rows } = useList('listTills', queryKeys.tills(mfiId), { mfiId });
  const isOwn = (till: Till) => till.officerId === userId && till.state === 'open' && !wasHandedOver(till.id);
  const known = rows?.find(isOwn);
  const kept = all?.filter((round) => round.userId === userId && round.mfiId === mfiId) ?? [];
  const own = kept.find((round) => !isClosed(round, rows));
  // Rounds counted elsewhere, as by a manager. Their cash goes along with the next round of the same money.
  const closed = kept.filter((round) => isClosed(round, rows));
  const [isLost, setLost] = useState(false);
  const late = closed.filter((round) => leftOf(round).length > 0);
  useEffect(() => {
    if (all && own === undefined && known) {
      const keep = keepRound(roundOf(known, { userId, mfiId, mfiName }));
      keep.then(
        () => setLost(false),
        () => setLost(true),
      );
    }
    for (const round of closed) {
      if (leftOf(round).length === 0) void forgetRound(round.tillId);
      else if (own?.currency === round.currency) void carryCash(round, own);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lists are other ones with each look at the same rounds
  }, [all, rows, userId, mfiId, mfiName]);
  const isFinding = all === null || (own === undefined && known !== undefined);
  return { round: isFinding ? undefined : (own ?? null), late, isLost };
}

/** The whole sheet, kept on the device for the way. */
export function useSheet(mfiId: string, wanted: { date?: string | undefined; officerId?: string | undefined }) {
  return useQuery({
    queryKey: queryKeys.sheet(mfiId, wanted),
    queryFn: async ({ signal }) => {
      const rows: SheetRow[] = [];
      let cursor: string | undefined;
      do {
        const query = { mfiId, ...wanted, ...(cursor !== undefined && { cursor }) };
        const page = await callList('readCollectionSheet', { query }, { signal });
        rows.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return rows;
    },
  });
}

/**
 * Sends waiting cash: at once, when the network returns, and every half minute.
 * @returns the refusal of the last attempt
 */
export function useSendCash(round: KeptRound): ApiError | null {
  const [error, setError] = useState<ApiError | null>(null);
  const waiting = round.cash.filter(({ result }) => result === null).length;
  useEffect(() => {
    if (waiting === 0) return undefined;
    const send = () => {
      if (navigator.onLine) void sendCash(round).then(() => setError(null), setError);
    };
    send();
    const timer = setInterval(send, EVERY_MS);
    addEventListener('online', send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the round is another object with each change of its cash
  }, [round.tillId, waiting]);
  return waiting > 0 && error !== null && error.status !== 0 ? error : null;
}

async function sendCash(round: KeptRound): Promise<void> {
  const waiting = round.cash.filter(({ result }) => result === null).slice(0, SENT_AT_ONCE);
  await settleCash(round.tillId, await judge(round, waiting));
}

/**
 * The office judges each entry by itself, but refuses a list in which it cannot read one. Halves of the list then go
 * apart, until that one is alone and the others are taken.
 */
async function judge(round: KeptRound, sent: readonly KeptCash[]): Promise<KeptCash[]> {
  const { tillId, mfiId, currency } = round;
  const entries = sent.map((each) => entryOf(each, currency));
  try {
    const { results } = await call('enterTillEntries', { query: { mfiId, id: tillId }, body: { entries } });
    const resultOf = new Map(results.map(({ clientId, result }) => [clientId, result]));
    return sent.map((each) => ({ ...each, result: resultOf.get(each.clientId) ?? null }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    if (sent.length === 1) return sent.map((each) => ({ ...each, result: error.code }));
    const half = Math.ceil(sent.length / 2);
    return [...(await judge(round, sent.slice(0, half))), ...(await judge(round, sent.slice(half)))];
  }
}

function entryOf({ reference, amount, paidOn, signedBy, ...cash }: KeptCash, currency: string) {
  const { clientId, number, numberedBy } = cash;
  const receipt = { clientId, number, ...(numberedBy && { numberedBy: numberedBy.id }) };
  if (signedBy !== null) return { ...receipt, returned: { signedBy } };
  const localAmount = { amount, currency: currency as 'USD' };
  const parsed = parseReference(reference);
  const isPerson = parsed !== null && kindOfReference(parsed) === 'person';
  return {
    ...receipt,
    ...(isPerson ? { personReference: reference } : { loanReference: reference }),
    localAmount,
    paidOn,
  };
}
