import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { lockEmailOf, setEmailVerified } from '../features/invitations/email-confirmations.repository.ts';
import { sendBackInvitations } from '../features/invitations/send-invitations.service.ts';
import { sendThanks } from '../features/invitations/thanks.service.ts';
import { findProposal, type ProposalRow } from '../features/proposals/proposals.repository.ts';
import type { DaysAgo } from './loan.ts';
import type { SeedContext, Step } from './story.ts';
import type { PersonName } from './people.ts';
import { seedChange } from './seed-change.ts';
import type { AppSecret } from '../config/secret.ts';

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

/** People whose address is known to be theirs, so that they see their invitations. */
const CONFIRMED: readonly PersonName[] = ['farida', 'daniel', 'rahima', 'ana'];

/** Invitations, each at its time and through the use case that sends it. */
export function invitationSteps({ tx, people }: Pick<SeedContext, 'tx' | 'people'>, secret: AppSecret): Step[] {
  const confirmed = CONFIRMED.map(
    (name): Step => ({ daysAgo: 300, run: (now) => confirmEmailOf(tx, people[name].id, now) }),
  );
  const invited = INVITATIONS.map(({ from, owner, title, daysAgo, note, to }): Step => {
    const run = async (now: Date) => {
      const proposal = await proposalOf(tx, people[owner].id, title);
      const change = { ...seedChange(tx, people[from], now), secret, isLimited: false };
      return sendBackInvitations({ ...change, proposal, sendToMails: to, note }, {});
    };
    return { daysAgo, run };
  });
  return [...confirmed, ...invited, thanksStep({ tx, people })];
}

function thanksStep({ tx, people }: Pick<SeedContext, 'tx' | 'people'>): Step {
  const run = async (now: Date) =>
    sendThanks({
      ...seedChange(tx, people.rahima, now),
      kind: 'thanks_after_repaid',
      proposal: await proposalOf(tx, people.rahima.id, 'My first sewing machine'),
      body: { sendToMail: [of('farida'), of('daniel')] },
    });
  return { daysAgo: 2, run };
}

async function confirmEmailOf(tx: Tx, userId: UserId, now: Date): Promise<void> {
  const account = await lockEmailOf(tx, userId);
  if (account) await setEmailVerified(tx, account.subject, now);
}

async function proposalOf(tx: Tx, ownerId: UserId, title: string): Promise<ProposalRow> {
  const { rows } = await sql<{ id: ProposalId }>`
    select id from proposals where owner_id = ${ownerId} and title = ${title}`.execute(tx);
  const proposal = rows[0] && (await findProposal(tx, rows[0].id));
  if (proposal === undefined) throw new Error(`${title}: somebody was invited to it before it was there`);
  return proposal;
}
