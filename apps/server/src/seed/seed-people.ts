import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Tx } from '../db/db.ts';
import { insertIdentity } from '../features/identity/sign-ups.repository.ts';
import { insertUser } from '../features/users/users.repository.ts';
import { PEOPLE, type Person, type PersonName } from './people.ts';

export type SeededPeople = Readonly<Record<PersonName, SignedIn>>;

/** Confirmed accounts with profiles. Written directly, because registering needs a code from each phone. */
export async function seedPeople(tx: Tx, passwordHash: string, createdAt: Date): Promise<SeededPeople> {
  const seeded: Partial<Record<PersonName, SignedIn>> = {};
  for (const [name, person] of Object.entries(PEOPLE) as [PersonName, Person][]) {
    const { firstName, lastName, phone, bio, language, staffOf } = person;
    const email = `${name}@sathi.example`;
    const account = {
      phone,
      email,
      passwordHash,
      phoneVerifiedAt: createdAt,
      emailVerifiedAt: createdAt,
      mustChangePassword: false,
      createdAt,
    };
    const subject = await insertIdentity(tx, account);
    const id = await insertUser(tx, { subject, firstName, lastName, phone, email, bio, language, createdAt });
    if (staffOf !== undefined) await tx.insertInto('mfiStaff').values({ mfiId: staffOf, userId: id }).execute();
    seeded[name] = { id, mfiIds: staffOf === undefined ? [] : [staffOf] };
  }
  return seeded as SeededPeople;
}
