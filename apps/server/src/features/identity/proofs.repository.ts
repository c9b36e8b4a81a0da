import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';

export type ProofRow = { readonly passwordGivenAt: Date | null; readonly hasSecondFactor: boolean };

/** How far the session has proven that it is really them (R34.2). */
export async function findProof(db: Db, sessionId: number): Promise<ProofRow | undefined> {
  const { rows } = await sql<ProofRow>`
    select s.password_given_at as "passwordGivenAt",
      exists (select from second_factors f where f.subject = s.subject) as "hasSecondFactor"
    from sessions s where s.id = ${sessionId}`.execute(db);
  return rows[0];
}

export async function setPasswordGiven(tx: Tx, sessionId: number, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ passwordGivenAt: at }).where('id', '=', sessionId).execute();
}

/** The password has done its part: the next proof asks for it again. */
export async function setProven(tx: Tx, sessionId: number, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ provenAt: at, passwordGivenAt: null }).where('id', '=', sessionId).execute();
}
