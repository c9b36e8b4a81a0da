import { DAY_MS } from '@sathi/domain/durations.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { lookForDefaults } from '../features/defaults/defaults.jobs.ts';
import { createPasswords } from '../features/identity/passwords.ts';
import { finishPauses } from '../features/pauses/pauses.jobs.ts';
import { insertPause } from '../features/pauses/pauses.repository.ts';
import { expireProposals } from '../features/proposals/approvals.service.ts';
import type { Outside } from '../outside/outside.ts';
import { publicOrigin } from '../config/public-origin.ts';
import type { Seed } from '../config/production.ts';
import type { AppSecret, Keyring } from '../config/secret.ts';
import { destinationKeys } from '../features/withdrawals/destinations.ts';
import { joinTransaction } from './joined-transaction.ts';
import type { SeedLoan } from './loan.ts';
import { loanSteps } from './loan-story.ts';
import type { SeedContext, Step } from './story.ts';
import { DCBS_LOANS } from './loans-dcbs.ts';
import { FATEN_LOANS } from './loans-faten.ts';
import { RAHIMAS_LOANS } from './loans-rahima.ts';
import { ROI_LOANS } from './loans-roi.ts';
import { DCBS_TROUBLED, FATEN_TROUBLED, ROI_TROUBLED } from './loans-troubled.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { DCBS, FATEN, type PersonName, ROI } from './people.ts';
import { accountSteps } from './seed-accounts.ts';
import { moneySteps } from './seed-money.ts';
import { messageSteps } from './seed-messages.ts';
import { campaignSteps } from './seed-campaigns.ts';
import { ringSeededBells } from './seed-notifications.ts';
import { invitationSteps } from './seed-invitations.ts';
import { seedPeople } from './seed-people.ts';
import { updateSteps } from './seed-updates.ts';
import { describePictures, type PictureKeys, storePictures } from './store-pictures.ts';

/** The day on which all people registered: before the first event of the loans. */
const REGISTERED_DAYS_AGO = 360;
/** The job that asks about loans in doubt ran every hour; at these times it found one. */
const DOUBT_DAYS_AGO = [126, 51, 11.5];
const PAUSED_DAYS_AGO = 70;
/** The job that closes proposals past their deadline ran every ten minutes; only at this time did it find one. */
const EXPIRY_DAYS_AGO = 13.5;

const OFFICES: ReadonlyArray<{ mfiId: MfiId; officer: PersonName; second: PersonName; loans: readonly SeedLoan[] }> = [
  { mfiId: DCBS, officer: 'nasrin', second: 'rokeya', loans: [...DCBS_LOANS, ...DCBS_TROUBLED] },
  { mfiId: FATEN, officer: 'domingos', second: 'teresa', loans: [...FATEN_LOANS, ...FATEN_TROUBLED] },
  { mfiId: ROI, officer: 'anita', second: 'subrata', loans: [...RAHIMAS_LOANS, ...ROI_LOANS, ...ROI_TROUBLED] },
];

/**
 * Fills a database without people with a year of life, so that no screen is empty, unless `seed` is none, as it is with
 * a sign of production. One transaction: an interrupted seed leaves no rows, and of processes that start together one seeds.
 * @returns whether it did
 */
export async function seedDemo(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config' | 'files'>): Promise<boolean> {
  const { config, db, files, secret } = outside;
  if (config.seed === 'none' || (await hasPeople(db))) return false;

  const [pictures, passwordHash] = await Promise.all([storePictures(files), createPasswords().hash(SEED_PASSWORD)]);
  const drawn = await describePictures(files, pictures);
  const now = outside.now();
  return transaction(db, async (tx) => {
    await waitForOthers(tx);
    if (await hasPeople(tx)) return false;
    await tx
      .insertInto('files')
      .values(drawn.map((file) => ({ ...file, createdAt: now })))
      .execute();
    const teller = { secret, origin: publicOrigin(config) };
    const told = { seed: config.seed, passwordHash, sealKeys: destinationKeys(secret), config, ...teller };
    await tellTheYear(tx, pictures, told, now);
    await ringSeededBells(tx, { secret, config }, now);
    await settleOutbox(tx);
    return true;
  });
}

/** Gives the loans of one place later days after a flood. */
async function pauseSunamganj(tx: Tx, enteredBy: UserId, job: Parameters<typeof finishPauses>[0], enteredAt: Date) {
  const reason = 'The haor flooded in one night.';
  await insertPause(tx, { mfiId: DCBS, places: ['Sunamganj'], months: 3, reason, enteredBy, enteredAt });
  await finishPauses(job);
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('identities').select('subject').limit(1).executeTakeFirst()) !== undefined;
}

/** The first process seeds; those that waited find people. Waiting may take longer than a request is allowed to. */
async function waitForOthers(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = 0; set local statement_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended('seed', 0))`.execute(tx);
}

async function tellTheYear(
  tx: Tx,
  pictures: PictureKeys,
  told: {
    readonly seed: Seed;
    readonly passwordHash: string;
    readonly sealKeys: Keyring;
    readonly secret: AppSecret;
    readonly origin: string;
    readonly config: Outside['config'];
  },
  now: Date,
): Promise<void> {
  const at = (daysAgo: number): Date => new Date(now.getTime() - daysAgo * DAY_MS);
  const people = await seedPeople(tx, told.passwordHash, at(REGISTERED_DAYS_AGO));
  const context: SeedContext = { tx, people, pictures, sealKeys: told.sealKeys, teller: told };
  const steps: Step[] = OFFICES.flatMap(({ mfiId, officer, second, loans }) =>
    loans.flatMap((loan) => loanSteps(context, { viewer: people[officer], second: people[second], mfiId }, loan)),
  );
  steps.push(...messageSteps(context));
  steps.push(...updateSteps(context, told));
  steps.push(...invitationSteps(context, told.secret));
  steps.push(...campaignSteps(context));
  steps.push(...accountSteps(context, told));
  if (told.seed === 'money') steps.push(...moneySteps(context, told.secret));
  const inside = { ...told, db: joinTransaction(tx) };
  const job = (then: Date) => ({ ...inside, now: () => then });
  steps.push(...DOUBT_DAYS_AGO.map((daysAgo) => ({ daysAgo, run: (then: Date) => lookForDefaults(job(then)) })));
  steps.push({ daysAgo: PAUSED_DAYS_AGO, run: async (then) => pauseSunamganj(tx, people.nasrin.id, job(then), then) });
  steps.push({ daysAgo: EXPIRY_DAYS_AGO, run: (then) => expireProposals(joinTransaction(tx), () => then) });
  // Credit that was paid back is lent again by later backings, so the order of time is the order of work.
  for (const step of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) await step.run(at(step.daysAgo));
}

/** No message is sent about the invented past: those of the seeded year count as sent, on every transport. */
async function settleOutbox(tx: Tx): Promise<void> {
  await sql`update outbox set done_at = run_at where done_at is null`.execute(tx);
}
