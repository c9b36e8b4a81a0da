import { randomUUID } from 'node:crypto';
import type { DebtId, DrawId, MfiId, MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import type { Cents } from '@sathi/domain/money.ts';
import { confirmersOf, type Office, officeWithout } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Change } from '../../http/call.ts';
import { type NewJournal, postJournals } from '../../ledger/ledger.ts';
import { askToConfirm } from '../notifications/tell.ts';
import { type DebtEntry, type DebtRow, insertDebtEntry, setDebtApproved } from './debts.repository.ts';
import { insertDraw } from './own-money.repository.ts';

type Draw = {
  readonly mfiId: MfiId;
  readonly houseId: UserId;
  readonly accountId: MoneyAccountId;
  readonly amountCents: Cents;
  readonly reference: string;
};

/** Money that came home to the institution leaves its credit. The credit of the house is locked. */
export async function drawOwnMoney(change: Change, draw: Draw): Promise<DrawId> {
  const { tx, viewer, now: at } = change;
  const { mfiId, houseId: userId, amountCents, accountId, reference } = draw;
  const drawId = await insertDraw(tx, { mfiId, amountCents, accountId, reference, drawnBy: viewer.id, drawnAt: at });
  const movements = [{ from: { kind: 'wallet', userId, mfiId }, to: { kind: 'world', userId }, amountCents } as const];
  await postJournals(tx, [
    { ...causeOf(change), proposalId: null, mfiId, kind: 'drawn', amountCents, drawId, movements },
  ]);
  return drawId;
}

/** The first of two people: the others of the office but the person are asked to confirm (R20.11, R34.3). */
export async function enterTakeover(
  { office, ...change }: Pick<Change, 'tx' | 'viewer' | 'now'> & { readonly office: Office },
  teller: { readonly secret: AppSecret; readonly origin: string },
  { mfiId, userId, amountCents }: DebtRow,
  reason: string,
): Promise<DebtId> {
  const { tx, viewer, now } = change;
  const enteredBy = viewer.id;
  const id = await insertDebtEntry(tx, { mfiId, userId, amountCents, reason, enteredBy, enteredAt: now });
  const confirmers = confirmersOf({ enteredBy }, officeWithout(office, [userId]));
  await askToConfirm(change, teller, { mfiId, what: 'debt', id, page: 'MFIMoney', confirmers });
  return id;
}

/** The institution pays the debt of a person, who stands at zero then (R20.11). Their credit is locked. */
export async function takeDebtOver(
  change: Change & { readonly houseId: UserId; readonly entry: DebtEntry },
  { mfiId, userId, amountCents }: DebtRow,
): Promise<void> {
  const { tx, viewer, now: at, houseId, entry } = change;
  const selfApproved = viewer.id === entry.enteredBy;
  await setDebtApproved(tx, entry.id, { amountCents, approvedBy: viewer.id, approvedAt: at, selfApproved });
  const movements = [
    { from: { kind: 'world', userId: houseId }, to: { kind: 'wallet', userId, mfiId }, amountCents } as const,
  ];
  const of = { proposalId: null, mfiId, kind: 'debt_taken_over', amountCents, debtId: entry.id } as const;
  await postJournals(tx, [{ ...causeOf(change), ...of, movements }]);
}

function causeOf({
  viewer,
  now: at,
  attempt,
}: Change): Pick<NewJournal, 'actorId' | 'idempotencyKey' | 'requestHash' | 'at'> {
  return { actorId: viewer.id, idempotencyKey: attempt.key ?? randomUUID(), requestHash: attempt.requestHash, at };
}
