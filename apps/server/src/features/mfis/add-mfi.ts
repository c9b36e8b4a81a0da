import { isEmail, isPhone, normalizeEmail, normalizePhone } from '@sathi/domain/accounts.ts';
import { normalizeLink } from '@sathi/domain/links.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { insertAuditRow } from '../../http/audit-log.ts';
import { isCountryWithPhones } from '../../outside/sms-numbers.ts';
import { findMfiNamed, findOfficeAt, insertMfi, isTimeZone, lockMfiNames } from './mfis.repository.ts';

/** Addresses, the numbers of receipts and SMS carry the name: in capitals, as the web app writes it, without spaces. */
const NAME = /^[A-Z][A-Z\d]*(?:-[A-Z\d]+)*$/;
/** The longest name with which each SMS about an event is one part (`delivery/sms.unit.test.ts`). */
const NAME_LENGTH_MAX = 14;
/** The product's own look, until the managers of the institution choose another on the page of its settings. */
const FIRST_LOOK = { logo: '/icon.svg', primaryColor: '#0b6b58', accentColor: '#c2571a' };

export type NewMfi = {
  readonly name: string;
  readonly website: string;
  readonly phone: string;
  readonly email: string;
  /** Two letters (ISO 3166). */
  readonly country: string;
  /** A name of the tz database, by which its days begin and end. */
  readonly timeZone: string;
};

/** `isNew` is false where an institution of this name was there, which stays as it is. */
export type AddedMfi = { readonly name: string; readonly isNew: boolean };

/**
 * Adds an institution without staff and without loans. It counts a backing as paid and has no local money until its
 * managers say otherwise.
 * @throws StartupError naming the option to correct
 */
export async function addMfi(db: Db, asked: NewMfi, now: Date): Promise<AddedMfi> {
  const mfi = readMfi(asked);
  if (!(await isTimeZone(db, mfi.timeZone)))
    throw new StartupError('--time-zone must be a name of the tz database, such as Asia/Dhaka.');
  return transaction(db, async (tx) => {
    await lockMfiNames(tx);
    const known = await findMfiNamed(tx, mfi.name);
    if (known) return { name: known.name, isNew: false };
    // Sign-ups take the address of an office to be nobody's own, and look up whose it is.
    if ((await findOfficeAt(tx, mfi.email)) !== undefined)
      throw new StartupError('--email is the address of another institution.');
    const mfiId = await insertMfi(tx, { ...mfi, ...FIRST_LOOK });
    const details = JSON.stringify({ country: mfi.country, timeZone: mfi.timeZone });
    const row = { actorId: null, action: 'mfi:add', details, enteredBy: null, network: 'operator', at: now };
    await insertAuditRow(tx, { mfiId, ...row });
    return { name: mfi.name, isNew: true };
  });
}

function readMfi({ name: givenName, website: givenWebsite, ...given }: NewMfi): NewMfi {
  const name = givenName.trim().toUpperCase();
  if (!NAME.test(name) || name.length > NAME_LENGTH_MAX)
    throw new StartupError(
      `--name must be at most ${NAME_LENGTH_MAX} letters from A to Z, digits, and single dashes between them, and begin with a letter.`,
    );
  const website = normalizeLink(givenWebsite);
  if (website === null) throw new StartupError('--website must be a public web address, such as https://roi.example.');
  const phone = normalizePhone(given.phone);
  if (!isPhone(phone))
    throw new StartupError('--phone must be a phone number with its country code, such as +8801712345678.');
  const email = normalizeEmail(given.email);
  if (!isEmail(email)) throw new StartupError('--email must be an e-mail address.');
  const country = given.country.trim().toUpperCase();
  if (!isCountryWithPhones(country))
    throw new StartupError('--country must be the two letters of a country, such as BD.');
  return { name, website, phone, email, country, timeZone: given.timeZone.trim() };
}
