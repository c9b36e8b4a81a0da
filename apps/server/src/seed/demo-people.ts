import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { StartupError } from '../errors/startup-error.ts';
import { createPasswords } from '../features/identity/passwords.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { PEOPLE } from './people.ts';

/** The most passwords to compare, which takes at most a second; the oldest accounts are those of a seed. */
const COMPARED_MAX = 20;

/**
 * A database that was once seeded has accounts that anybody can sign in to, so it is not opened where there is a sign of
 * production.
 * @throws StartupError naming an account
 */
export async function refuseDemoPeople(db: Db, { signs, seed }: Pick<Config, 'signs' | 'seed'>): Promise<void> {
  if (signs.length === 0 || seed === 'demo-for-others') return;
  const found = (await findDemoPerson(db)) ?? (await findDemoPassword(db));
  if (found === null) return;
  throw new StartupError(
    `The database holds ${found}, whose password is public, and there is a sign of production (${signs.join(', ')}): start with an empty database; SEED=demo-for-others allows it on a network you trust.`,
  );
}

async function findDemoPerson(db: Db): Promise<string | null> {
  const people = Object.entries(PEOPLE);
  const rows = await db
    .selectFrom('users')
    .select(['phone', 'email', 'firstName', 'lastName'])
    .where(
      'phone',
      'in',
      people.map(([, { phone }]) => phone),
    )
    .execute();
  const known = rows.find((row) =>
    people.some(
      ([name, person]) =>
        person.phone === row.phone &&
        (row.email === `${name}@sathi.example` ||
          (person.firstName === row.firstName && person.lastName === row.lastName)),
    ),
  );
  return known === undefined ? null : `the demo person ${known.phone}`;
}

/** Staff, who decide over other people's money, and the phones of the demo, under whatever name. */
async function findDemoPassword(db: Db): Promise<string | null> {
  const phones = Object.values(PEOPLE).map(({ phone }) => phone);
  const rows = await db
    .selectFrom('identities as i')
    .leftJoin('users as u', 'u.subject', 'i.subject')
    .select(['i.phone', 'i.passwordHash'])
    .where((where) =>
      where.or([
        where('i.phone', 'in', phones),
        where('u.id', 'in', where.selectFrom('mfiStaff').select('mfiStaff.userId')),
      ]),
    )
    .orderBy('i.createdAt')
    .limit(COMPARED_MAX)
    .execute();
  const hashes = [...new Map(rows.map((row) => [row.passwordHash, row.phone]))];
  const { verify } = createPasswords();
  const matches = await Promise.all(
    hashes.map(async ([hash, phone]) => ((await verify(hash, SEED_PASSWORD)) ? phone : null)),
  );
  const phone = matches.find((match) => match !== null);
  return phone === undefined ? null : `an account with the demo password (${phone})`;
}
