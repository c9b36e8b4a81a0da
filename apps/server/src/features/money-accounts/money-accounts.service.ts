import type { MfiId, MoneyAccountId, UserId } from '@sathi/domain/ids.ts';
import {
  type AccountNature,
  changeOf,
  type Instructions,
  type OfficeWords,
  type Steering,
} from '@sathi/domain/money-accounts.ts';
import { confirmersOf, hasEnded } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { askToConfirm, tellWithin } from '../notifications/tell.ts';
import type { OfficeRows } from '../staff/staff.repository.ts';
import {
  insertMoneyAccount,
  type MoneyAccountRow,
  setMoneyAccount,
  setMoneyAccountApproved,
  setWaiting,
} from './money-accounts.repository.ts';

type Office = { readonly mfiId: MfiId; readonly office: OfficeRows };
/** `origin` is the public one, which links start with. */
type Teller = { readonly secret: AppSecret; readonly origin: string };
type Within = Pick<Change, 'tx' | 'viewer' | 'now'> & Office & { readonly teller: Teller };

/** Instructions in the languages that are not named stay as they are. */
type AskedAccount = Partial<OfficeWords & Omit<Steering, 'instructions'>> & {
  readonly instructions?: Partial<Instructions>;
};
type NewAccount = AskedAccount &
  AccountNature & { readonly label: string; readonly holder: string; readonly number: string };

/** The part of an account that waits for a second person: all of it, or a change. */
export type AccountEntry = { readonly enteredBy: UserId; readonly enteredAt: Date; readonly approvedAt: null };
export type Standing = { readonly row: MoneyAccountRow; readonly entry: AccountEntry | null };

/** The account as it stands: what nobody confirmed in time waits no more. Null for one that was never in force. */
export function standing(row: MoneyAccountRow, now: Date): Standing | null {
  const { enteredBy, enteredAt, approvedAt, waitingBy, waitingAt } = row;
  const by = approvedAt === null ? enteredBy : waitingBy;
  const at = approvedAt === null ? enteredAt : waitingAt;
  const entry = by === null || at === null ? null : { enteredBy: by, enteredAt: at, approvedAt: null };
  if (entry !== null && !hasEnded(entry, now)) return { row, entry };
  return approvedAt === null ? null : { row: { ...row, waiting: null }, entry: null };
}

const NO_WORDS = { en: '', be: '', ar: '' };
const EMPTY = { feeWords: [], bankName: '', bic: '', upiId: '', qrText: '', forPayIn: false, forPayOut: false };

/** Waits for a second person; all staff are told. */
export async function enterAccount(within: Within, asked: NewAccount): Promise<MoneyAccountId> {
  const { tx, viewer, now, mfiId } = within;
  const { kind, currency, label, holder, number, instructions, ...rest } = asked;
  const id = await insertMoneyAccount(tx, {
    ...EMPTY,
    ...rest,
    kind,
    currency,
    label,
    holder,
    number,
    instructions: { ...NO_WORDS, ...instructions },
    mfiId,
    enteredBy: viewer.id,
    enteredAt: now,
  });
  await tellStaff(within, { id, label }, 'added');
  return id;
}

/** @returns whether something of the account waits for a second person now */
export async function changeAccount(within: Within, row: MoneyAccountRow, asked: AskedAccount): Promise<boolean> {
  const { tx, viewer, now } = within;
  const { instructions, ...rest } = asked;
  const words = instructions && { instructions: { ...row.instructions, ...instructions } };
  const values = { ...rest, ...words };
  const change = changeOf(row, row.waiting, values);
  const label = values.label ?? row.label;
  if (row.approvedAt === null) {
    // The person who changes an account that waits stands for all of it from now on.
    const steers = change.waits || change.atOnce.forPayIn === false;
    await setMoneyAccount(tx, row.id, { ...values, ...(steers && { enteredBy: viewer.id, enteredAt: now }) });
    if (steers) await tellStaff(within, { id: row.id, label }, 'changed');
    return true;
  }
  await setMoneyAccount(tx, row.id, change.atOnce);
  if (change.waits !== undefined) await setNowWaiting(within, row, change);
  if (change.atOnce.forPayIn === false) await tellStaff(within, { id: row.id, label }, 'out_of_use');
  else if (change.waits) await tellStaff(within, { id: row.id, label }, 'changed');
  return (change.waits === undefined ? row.waiting : change.waits) !== null;
}

/** The rest of a change stays the act of the person who entered it, when another takes the account out of use. */
async function setNowWaiting(
  { tx, viewer, now }: Within,
  { id, waitingBy, waitingAt }: MoneyAccountRow,
  { atOnce, waits }: ReturnType<typeof changeOf>,
): Promise<void> {
  const isRest = atOnce.forPayIn === false && waitingBy !== null && waitingAt !== null;
  const by = isRest ? { by: waitingBy, at: waitingAt } : { by: viewer.id, at: now };
  await setWaiting(tx, id, waits ? { values: waits, ...by } : null);
}

/** Puts what waits in force. */
export async function confirmAccount(within: Within, row: MoneyAccountRow, entry: AccountEntry): Promise<void> {
  const { tx, viewer, now } = within;
  const { enteredBy, enteredAt } = entry;
  if (row.waiting) await setMoneyAccount(tx, row.id, { ...row.waiting, enteredBy, enteredAt });
  await setWaiting(tx, row.id, null);
  await setMoneyAccountApproved(tx, row.id, viewer.id, now);
  await tellStaff(within, row, 'confirmed');
}

type What = 'added' | 'changed' | 'confirmed' | 'out_of_use';

/** All staff hear of each step (R19.6), and who may be the second person that something waits. */
async function tellStaff(
  { tx, viewer, now, mfiId, office, teller }: Within,
  { id, label }: Pick<MoneyAccountRow, 'id' | 'label'>,
  what: What,
): Promise<void> {
  const { name: mfiName } = found(await findMfiById(tx, mfiId));
  const actorName = office.members.find(({ userId }) => userId === viewer.id)?.name ?? '';
  const event = {
    key: `account:${id}:${what}:${now.toISOString()}`,
    url: `${teller.origin}/App/MFIAccounts/${encodeURIComponent(mfiName)}`,
    actorId: viewer.id,
    mfiId,
    mfiName,
    facts: { what, label, actorName },
  };
  await tellWithin(tx, teller, 'account_changed', event, now);
  if (what !== 'added' && what !== 'changed') return;
  const confirmers = confirmersOf({ enteredBy: viewer.id }, office);
  const entry = `${id}:${what}:${now.toISOString()}`;
  await askToConfirm({ tx, viewer, now }, teller, {
    mfiId,
    what: 'account',
    id: entry,
    page: 'MFIAccounts',
    confirmers,
  });
}
