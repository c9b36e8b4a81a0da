import type { ReportCaseId } from '@sathi/domain/ids.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Hearer } from '../notifications/hearers.repository.ts';
import type { Thing } from './reports.repository.ts';

type Person = Hearer & { readonly email: string };

async function selectPeople(db: Db, which: RawBuilder<unknown>): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id as "userId", u.email, u.language from users u where u.id in (${which}) order by u.id`.execute(db);
  return rows;
}

/** The staff who may decide. */
export async function listDeciders(db: Db, { mfiId, ownerId }: Thing): Promise<Person[]> {
  return selectPeople(db, sql`select s.user_id from mfi_staff s where s.mfi_id = ${mfiId} and s.user_id <> ${ownerId}`);
}

export async function listReporters(db: Db, caseId: ReportCaseId): Promise<Person[]> {
  return selectPeople(db, sql`select e.reporter_id from reports e where e.case_id = ${caseId}`);
}

export async function findOwner(db: Db, { ownerId }: Thing): Promise<Person[]> {
  return selectPeople(db, sql`select ${ownerId}::bigint`);
}
