import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { lockEmailOf, setEmailVerified } from '../features/invitations/email-confirmations.repository.ts';
import { sendBackInvitations } from '../features/invitations/send-invitations.service.ts';
import { sendThanks } from '../features/invitations/thanks.service.ts';
import type { DaysAgo } from './loan.ts';
import type { SeedContext, Step } from './loan-story.ts';
import type { PersonName } from './people.ts';
import { SEED_ATTEMPT } from './seed-attempt.ts';

type SeedInvitation = {
  readonly from: PersonName;
  readonly owner: PersonName;
  readonly title: string;
  readonly daysAgo: DaysAgo;
  readonly note?: string;
  readonly to: readonly string[];
};

const of = (name: PersonName) => `${name}@sathi.example`;

/** Some were followed by a backing, some wait for an answer, and one may be sent again. */
const INVITATIONS: readonly SeedInvitation[] = [
  {
    from: 'rahima',
    owner: 'rahima',
    title: 'Cotton cloth for the festival season',
    daysAgo: 4,
    note: 'You asked me to tell you when I start again. Now I do.',
    to: [of('farida'), of('priya'), 'aunt.salma@mail.example'],
  },
  {
    from: 'rahima',
    owner: 'rahima',
    title: 'Cotton cloth for the festival season',
    daysAgo: 1.4,
    to: ['teacher.banerjee@mail.example'],
  },
  {
    from: 'rahima',
    owner: 'rahima',
    title: 'A second machine, so my sister can sew too',
    daysAgo: 9.6,
    to: [of('daniel'), of('michael'), of('tahmina'), 'uncle.karim@mail.example'],
  },
  {
    from: 'daniel',
    owner: 'lakshmi',
    title: 'A milk cow for our family in the Sundarbans',
    daysAgo: 10.4,
    note: 'I back this one. Four tea stalls are waiting for the milk.',
    to: [of('ana'), of('rahima'), 'staff.room@school.example'],
  },
];

/** Whose address is known to be theirs, so that they see what they were invited to. */
const CONFIRMED: readonly PersonName[] = ['farida', 'daniel', 'rahima', 'ana'];

/** Invitations, each at its time and through the use case that sends it. */
export function invitationSteps({ db, people }: Pick<SeedContext, 'db' | 'people'>, secret: Buffer): Step[] {
  const confirmed = CONFIRMED.map(
    (name): Step => ({ daysAgo: 300, run: (now) => confirmEmailOf(db, people[name].id, now) }),
  );
  const invited = INVITATIONS.map(({ from, owner, title, daysAgo, note = '', to }): Step => {
    const run = async (now: Date) =>
      sendBackInvitations(
        { db, secret, now: () => now },
        {
          viewer: people[from],
          proposalId: await proposalOf(db, people[owner].id, title),
          sendToMails: to,
          note,
          isLimited: false,
          repeated: {},
          attempt: SEED_ATTEMPT,
        },
      );
    return { daysAgo, run };
  });
  return [...confirmed, ...invited, thanksStep({ db, people })];
}

function thanksStep({ db, people }: Pick<SeedContext, 'db' | 'people'>): Step {
  const run = async (now: Date) =>
    sendThanks(
      { db, now: () => now },
      {
        kind: 'thanks_after_repaid',
        viewer: people.rahima,
        sendToMails: [of('farida'), of('daniel')],
        proposalId: await proposalOf(db, people.rahima.id, 'My first sewing machine'),
        texts: {},
        attempt: SEED_ATTEMPT,
      },
    );
  return { daysAgo: 2, run };
}

async function confirmEmailOf(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockEmailOf(tx, userId);
    if (account) await setEmailVerified(tx, account.subject, now);
  });
}

async function proposalOf(db: Db, ownerId: UserId, title: string): Promise<ProposalId> {
  const { rows } = await sql<{ id: ProposalId }>`
    select id from proposals where owner_id = ${ownerId} and title = ${title}`.execute(db);
  if (rows[0] === undefined) throw new Error(`${title}: somebody was invited to it before it was there`);
  return rows[0].id;
}
