import { createStore, del, entries, promisifyRequest, update } from 'idb-keyval';
import { keptOnDevice } from './kept-on-device.ts';

/** Cash that an officer took, kept on this device until the office has it: it may wait offline (R22.5). */
export type KeptCash = {
  /** Names the cash: the same id is the same cash, however often it is sent. */
  readonly clientId: string;
  /** The number of its receipt. */
  readonly number: number;
  /** The till that numbered the receipt, and was closed before the office had the cash; null for the round it is in. */
  readonly numberedBy?: { readonly id: string; readonly number: number } | null;
  readonly reference: string;
  readonly name: string;
  /** The amount in the currency of the till, with two decimals. */
  readonly amount: string;
  readonly paidOn: string;
  /** `taken`, or the code of a refusal; null until the server has judged it. */
  readonly result: string | null;
  /** The person who signed for having it back; null for cash that is in the officer's hand. */
  readonly signedBy: string | null;
};

/** A till that an officer opened, and what is in it. */
export type KeptRound = {
  readonly userId: string;
  readonly tillId: string;
  readonly number: number;
  readonly mfiId: string;
  readonly mfiName: string;
  readonly currency: string;
  readonly float: string;
  readonly cash: readonly KeptCash[];
};

let store: ReturnType<typeof createStore> | undefined;
const box = () => (store ??= createStore('sathi-rounds', 'rounds'));

const kept = keptOnDevice<readonly KeptRound[] | null>('sathi-rounds', null, async () => {
  const all = await entries<string, KeptRound>(box()).catch(() => []);
  return all.map(([, round]) => round);
});
/** The rounds of all people on this device, another tab's too; null until they have been read. */
export const { now: roundsNow, listen: onRoundsChange } = kept;

/** Tries whether the browser can store: writes and removes in one step. @throws as {@link keepRound} */
export async function tryStore(): Promise<void> {
  await box()('readwrite', (rounds) => {
    rounds.put(0, 'trial');
    rounds.delete('trial');
    return promisifyRequest(rounds.transaction);
  });
}

/**
 * Begins a round on this device. A round of the same till stays as it is: the device knows of cash that the office does not.
 *
 * @throws when the browser cannot store: then nothing was written down
 */
export async function keepRound(round: KeptRound): Promise<void> {
  await update<KeptRound>(round.tillId, (own) => own ?? round, box());
  await kept.announce();
}

/** Adds cash in place of that with the same id and of the refused one `instead`. @throws as {@link keepRound} */
export async function keepCash(tillId: string, cash: readonly KeptCash[], instead?: string): Promise<void> {
  const ids = new Set([...cash.map(({ clientId }) => clientId), instead]);
  await update<KeptRound>(
    tillId,
    (round) => {
      if (round === undefined) throw new Error('gone');
      return { ...round, cash: [...round.cash.filter(({ clientId }) => !ids.has(clientId)), ...cash] };
    },
    box(),
  );
  await kept.announce();
}

/**
 * Moves the cash that the office did not get from a round whose till is closed into a later one, under the receipts
 * that were given, and ends the earlier round. @throws as {@link keepRound}
 */
export async function carryCash(from: KeptRound, to: KeptRound): Promise<void> {
  const left = from.cash.filter(({ result }) => result !== 'taken');
  const numberedBy = { id: from.tillId, number: from.number };
  const known = new Set(to.cash.map(({ clientId }) => clientId));
  const late = left.filter(({ clientId }) => !known.has(clientId));
  // Cash that was moved before and is late once more keeps its first till.
  await keepCash(
    to.tillId,
    late.map((cash) => ({ ...cash, numberedBy: cash.numberedBy ?? numberedBy, result: null })),
  );
  await forgetRound(from.tillId);
}

/** Notes the results of cash as it was sent. Cash that was changed meanwhile, or is answered already, stays as it is. */
export async function settleCash(tillId: string, answered: readonly KeptCash[]): Promise<void> {
  const answers = new Map(answered.map((each) => [each.clientId, each]));
  await update<KeptRound>(
    tillId,
    (round) => {
      if (round === undefined) throw new Error('gone');
      return { ...round, cash: round.cash.map((kept) => settled(kept, answers.get(kept.clientId))) };
    },
    box(),
  );
  await kept.announce();
}

function settled(kept: KeptCash, answer: KeptCash | undefined): KeptCash {
  const isAsSent =
    kept.result === null &&
    kept.signedBy === answer?.signedBy &&
    kept.number === answer.number &&
    kept.reference === answer.reference &&
    kept.amount === answer.amount &&
    kept.paidOn === answer.paidOn;
  return isAsSent ? { ...kept, result: answer.result } : kept;
}

/** The tills that were handed over on this page: an earlier answer that says otherwise does not bring them back. */
const handedOver = new Set<string>();
export function wasHandedOver(tillId: string): boolean {
  return handedOver.has(tillId);
}

export async function forgetRound(tillId: string): Promise<void> {
  handedOver.add(tillId);
  await del(tillId, box());
  await kept.announce();
}
