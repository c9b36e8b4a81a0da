import type { CalendarDate } from '@sathi/domain/calendar-date.ts';
import type { ContactOutcome, ContactWay } from '@sathi/domain/contacts.ts';
import type { ContactId, ProposalId, UserId } from '@sathi/domain/ids.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

type Said = {
  readonly way: ContactWay;
  readonly outcome: ContactOutcome;
  readonly promisedOn: CalendarDate | null;
  readonly note: string;
  readonly forBackers: string;
};

export type ContactRow = Said & { readonly id: ContactId; readonly byName: string; readonly at: Date };

const SHOWN_MAX = 200;

/** The newest first. */
export async function listContacts(db: Db, proposalId: ProposalId): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.id, c.way, c.outcome, c.promised_on as "promisedOn", c.note, c.for_backers as "forBackers", trim(u.first_name || ' ' || u.last_name) as "byName",
      c.contacted_at as at
    from loan_contacts c join users u on u.id = c.contacted_by
    where c.proposal_id = ${proposalId} order by c.id desc limit ${SHOWN_MAX}`.execute(db);
  return rows;
}

export async function insertContact(
  tx: Tx,
  contact: Said & {
    readonly proposalId: ProposalId;
    readonly contactedBy: UserId;
    readonly contactedAt: Date;
    readonly contactedOn: CalendarDate;
  },
): Promise<ContactId> {
  return (await tx.insertInto('loanContacts').values(contact).returning('id').executeTakeFirstOrThrow()).id;
}

export type LastContact = Pick<ContactRow, 'way' | 'outcome' | 'promisedOn' | 'at'> & {
  readonly proposalId: ProposalId;
  readonly on: CalendarDate;
};

/** The last contact about each of these loans, where there is one. */
export async function listLastContacts(db: Db, ids: readonly ProposalId[]): Promise<LastContact[]> {
  const { rows } = await sql<LastContact>`
    select distinct on (proposal_id) proposal_id as "proposalId", way, outcome, promised_on as "promisedOn",
      contacted_at as at, contacted_on as "on"
    from loan_contacts where proposal_id = any (${ids}::bigint[]) order by proposal_id, id desc`.execute(db);
  return rows;
}
