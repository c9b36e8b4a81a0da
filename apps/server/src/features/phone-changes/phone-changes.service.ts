import type { MfiId, PhoneChangeId } from '@sathi/domain/ids.ts';
import { inForceAt, payoutsRestUntil } from '@sathi/domain/phone-changes.ts';
import { maskPhone } from '@sathi/domain/accounts.ts';
import { confirmersOf } from '@sathi/domain/staff.ts';
import type { AppSecret } from '../../config/secret.ts';
import type { Db, Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueueDeliveries } from '../../delivery/deliveries.ts';
import { mail, phoneChangedSms, phoneChangeSms } from '../../delivery/mail.ts';
import { found } from '../../errors/refusal-error.ts';
import type { Change } from '../../http/call.ts';
import { doOneByOne } from '../../outbox/one-by-one.ts';
import type { Outside } from '../../outside/outside.ts';
import { setAddress } from '../identity/address-changes.repository.ts';
import { refuseTakenAddress } from '../identity/asked-addresses.repository.ts';
import { deleteUnconfirmed, findTaken, lockPhone } from '../identity/sign-ups.repository.ts';
import { forgetDevices } from '../identity/known-devices.repository.ts';
import { endAccess } from '../identity/sessions.repository.ts';
import { askToConfirm, tellOfTakenPhone, tellWithin } from '../notifications/tell.ts';
import { findOffice } from '../staff/staff.repository.ts';
import { notMeToken } from './phone-change-links.ts';
import {
  closePhoneChange,
  findApprovalInForce,
  insertOperatorChange,
  insertPhoneChange,
  listDuePhoneChanges,
  listStaffHearers,
  lockPerson,
  lockPhoneChange,
  type Person,
  type PhoneChangeRow,
  setPayoutsRest,
  setPhoneChangeApproved,
} from './phone-changes.repository.ts';

/** `origin` is the public one, which links start with. */
type Teller = { readonly secret: AppSecret; readonly origin: string };
type Telling = Pick<Outside, 'secret' | 'config'>;
type In = Pick<Change, 'tx' | 'viewer' | 'now'>;

/** Enters a change, which waits for a second person. The old phone and address hear at once (R33.4). */
export async function enterPhoneChange(
  change: In,
  teller: Teller,
  input: { readonly mfiId: MfiId; readonly person: Person; readonly newPhone: string; readonly reason: string },
): Promise<PhoneChangeId> {
  const { tx, viewer, now } = change;
  const { mfiId, person, newPhone, reason } = input;
  await refuseTakenAddress(tx, { kind: 'phone', value: newPhone }, person.subject, now);
  const entered = { mfiId, userId: person.userId, oldPhone: person.phone, newPhone, reason };
  const id = await insertPhoneChange(tx, { ...entered, enteredBy: viewer.id, enteredAt: now });
  const row = found(await lockPhoneChange(tx, { id }, now));
  await tellPerson(tx, teller, person, row, now);
  const confirmers = confirmersOf({ enteredBy: viewer.id }, await findOffice(tx, mfiId, now));
  await askToConfirm(change, teller, { mfiId, what: 'phone', id, page: 'MFIPhones', confirmers });
  return id;
}

/** The second person confirms: in force a day later, and payouts rest from now on (R33.4). */
export async function approvePhoneChange(
  { tx, viewer, now }: In,
  teller: Teller,
  row: PhoneChangeRow,
): Promise<{ inForceAt: Date }> {
  const at = inForceAt(now);
  const person = found(await lockPerson(tx, { userId: row.userId }));
  await setPhoneChangeApproved(tx, row.id, { approvedBy: viewer.id, approvedAt: now, inForceAt: at });
  await setPayoutsRest(tx, row.userId, payoutsRestUntil(now));
  await tellPerson(tx, teller, person, { ...row, approvedAt: now }, now);
  const others = person.moneyAt.filter((mfiId) => mfiId !== row.mfiId);
  await tellOffices(tx, teller, row, others, now);
  return { inForceAt: at };
}

/** The operator's change, where no two people of an office may: confirmed as it is entered, and told as theirs (R33.4). */
export async function enterOperatorChange(
  tx: Tx,
  teller: Teller,
  input: { readonly mfiId: MfiId; readonly person: Person; readonly newPhone: string; readonly reason: string },
  now: Date,
): Promise<{ id: PhoneChangeId; inForceAt: Date }> {
  const { mfiId, person, newPhone, reason } = input;
  const { userId, phone: oldPhone, subject } = person;
  await refuseTakenAddress(tx, { kind: 'phone', value: newPhone }, subject, now);
  const at = inForceAt(now);
  const entered = { mfiId, userId, oldPhone, newPhone, reason, enteredAt: now, approvedAt: now, inForceAt: at };
  const id = await insertOperatorChange(tx, entered);
  await setPayoutsRest(tx, userId, payoutsRestUntil(now));
  const row = found(await lockPhoneChange(tx, { id }, now));
  await tellPerson(tx, teller, person, row, now);
  await tellOffices(tx, teller, row, [...person.staffOf, ...person.moneyAt], now);
  return { id, inForceAt: at };
}

/** Tells the staff of offices that hold money of the person, beside the office that changes the phone. */
async function tellOffices(tx: Tx, teller: Teller, row: PhoneChangeRow, mfiIds: readonly MfiId[], now: Date) {
  const hearers = (await listStaffHearers(tx, mfiIds)).filter(({ userId }) => userId !== row.userId);
  const { id, mfiName, name, oldPhone, userId: actorId } = row;
  const facts = { by: byOf(row), name, phone: maskPhone(oldPhone) };
  const event = { key: `phone_change:${id}`, mfiName, actorId, url: `${teller.origin}/App/Home`, facts, hearers };
  await tellWithin(tx, teller, 'phone_change_elsewhere', event, now);
}

/** Chooses the words of the notices. */
function byOf({ enteredBy }: PhoneChangeRow): 'operator' | 'staff' {
  return enteredBy === null ? 'operator' : 'staff';
}

/**
 * Ends a change that is not in force. Payouts rest no longer because of it, but an earlier change that came into force
 * keeps its 72 hours: no single person shortens them by entering another one and ending it (R33.4).
 */
export async function endPhoneChange(
  tx: Tx,
  row: Pick<PhoneChangeRow, 'id' | 'userId'>,
  outcome: 'not_me' | 'dropped',
  now: Date,
): Promise<void> {
  await closePhoneChange(tx, row.id, outcome, now);
  const approvedAt = await findApprovalInForce(tx, row.userId);
  await setPayoutsRest(tx, row.userId, approvedAt && payoutsRestUntil(approvedAt));
}

const DUE_BATCH = 100;

/** Puts the changes in force whose day has come. Safe to run twice and beside itself. */
export async function applyDuePhoneChanges(db: Db, outside: Telling, now: Date): Promise<number> {
  const due = await listDuePhoneChanges(db, now, DUE_BATCH);
  return doOneByOne(due, (id) => transaction(db, (tx) => applyPhoneChange(tx, outside, id, now)));
}

/**
 * Puts one change in force. A change that cannot be any more is dropped: its person is staff by now, whose phone is the
 * operator's matter, or somebody else has confirmed the phone.
 */
async function applyPhoneChange(tx: Tx, outside: Telling, id: PhoneChangeId, now: Date): Promise<boolean> {
  const row = await lockPhoneChange(tx, { id }, now);
  if (row === undefined || row.inForceAt === null || row.inForceAt > now) return false;
  const { userId, oldPhone, newPhone: phone } = row;
  const person = await lockPerson(tx, { userId });
  await lockPhone(tx, phone);
  const { byPhone } = await findTaken(tx, { phone, email: null }, now);
  const isOthersMatter = person !== undefined && person.staffOf.length > 0 && row.enteredBy !== null;
  if (person === undefined || isOthersMatter || person.phone !== oldPhone || byPhone) {
    await endPhoneChange(tx, row, 'dropped', now);
    return false;
  }
  const { subject, language } = person;
  await deleteUnconfirmed(tx, { phone });
  await setAddress(tx, subject, person, { kind: 'phone', value: phone }, now);
  await tellOfTakenPhone(outside, tx, { subject, phone }, now);
  await endAccess(tx, subject);
  await forgetDevices(tx, subject);
  await closePhoneChange(tx, id, 'in_force', now);
  const delivery = { channel: 'sms' as const, to: oldPhone, ...phoneChangedSms(language) };
  const told = { dedupeKey: `phone_change:${id}:in_force`, delivery, wasConfirmed: true };
  await enqueueDeliveries(tx, outside.secret, [told], now);
  return true;
}

/**
 * Tells the person by every way that is theirs, with the link that ends the change: when it is entered, and again when
 * it is confirmed.
 */
async function tellPerson(tx: Tx, { secret, origin }: Teller, person: Person, row: PhoneChangeRow, now: Date) {
  const { phone, email, language } = person;
  const facts = {
    by: byOf(row),
    mfiName: row.mfiName,
    phone: maskPhone(row.newPhone),
    url: `${origin}/App/PhoneNotMe?token=${notMeToken(secret, row.id)}`,
  };
  const dedupeKey = `phone_change:${row.id}:${row.approvedAt === null ? 'entered' : 'approved'}`;
  const sms = { channel: 'sms' as const, to: phone, ...phoneChangeSms(language, facts) };
  const letter = email && { channel: 'email' as const, to: email, ...mail(language, 'phoneChange', facts) };
  const deliveries = [
    { dedupeKey: `${dedupeKey}:sms`, delivery: sms },
    { dedupeKey: `${dedupeKey}:mail`, delivery: letter || null },
  ];
  await enqueueDeliveries(tx, secret, deliveries, now);
}
