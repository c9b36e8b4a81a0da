import { isPhone, normalizePhone } from '@sathi/domain/accounts.ts';
import { officeOfChange } from '@sathi/domain/phone-changes.ts';
import { cleanText, lengthInCodePoints, REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import { StartupError } from '../../errors/startup-error.ts';
import { insertAuditRow } from '../../http/audit-log.ts';
import type { Outside } from '../../outside/outside.ts';
import { isSpeltRight } from '../../outside/sms-numbers.ts';
import { hasPhoneChange, lockPerson } from './phone-changes.repository.ts';
import { enterOperatorChange } from './phone-changes.service.ts';

type Asked = { readonly oldPhone: string; readonly newPhone: string; readonly reason: string };

/**
 * Another phone for a person whose SIM is lost, by the operator who has seen an ID paper: for staff, and where an office has
 * no second person (R33.4). It is told, rests and is in force as one by two of an office, and is in their audit log.
 *
 * @throws StartupError naming the option to correct
 */
export async function changePhoneByOperator(
  outside: Pick<Outside, 'secret' | 'config'> & { readonly db: Db },
  asked: Asked,
  now: Date,
): Promise<{ readonly name: string; readonly inForceAt: Date }> {
  const oldPhone = readPhone('--old', asked.oldPhone);
  const newPhone = readPhone('--new', asked.newPhone);
  const reason = cleanText(asked.reason);
  if (reason === '' || lengthInCodePoints(reason) > REASON_LENGTH_MAX)
    throw new StartupError(`--reason must say why, in at most ${REASON_LENGTH_MAX} characters.`);
  if (oldPhone === newPhone) throw new StartupError('--new is the phone that the account has.');
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };
  return transaction(outside.db, async (tx) => {
    const person = await lockPerson(tx, { phone: oldPhone });
    if (!person) throw new StartupError('--old belongs to no account.');
    const mfiId = officeOfChange(person);
    if (mfiId === null) throw new StartupError('This person is no staff, and no institution holds money of theirs.');
    if (await hasPhoneChange(tx, person.userId, now))
      throw new StartupError('A change of this phone is under way already.');
    const input = { mfiId, person, newPhone, reason };
    const { id, inForceAt } = await enterOperatorChange(tx, teller, input, now).catch(refuseTaken);
    const details = JSON.stringify({ id: String(id), personId: String(person.userId) });
    const row = { actorId: null, action: 'phone:change', details, enteredBy: null, network: 'operator', at: now };
    for (const each of new Set([...person.staffOf, ...person.moneyAt]))
      await insertAuditRow(tx, { mfiId: each, ...row });
    return { name: person.name, inForceAt };
  });
}

function readPhone(option: string, given: string): string {
  const phone = normalizePhone(given);
  if (isPhone(phone) && (option === '--old' || isSpeltRight(phone))) return phone;
  throw new StartupError(`${option} must be a phone number with its country code, such as +8801712345678.`);
}

function refuseTaken(error: unknown): never {
  if (error instanceof RefusalError && error.code === 'phone_exists')
    throw new StartupError('--new belongs to another account.');
  throw error;
}
