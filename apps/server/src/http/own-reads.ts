import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { OWN_READ } from './limits/limit-calls.ts';

/** The database that a page is made of. */
export type PageDb = Db;

/** Names the database that a page is made of, for the server's own reads. */
const OWN_READ_FROM = 'own-read-from';

const databases = new Map<string, Db>();

/** Runs the server's own read with the headers by which it costs no visitor anything and reads this database. */
export async function ownRead<Result>(
  { ownReadToken }: FastifyInstance,
  db: Db,
  read: (headers: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const name = randomUUID();
  databases.set(name, db);
  return read({ [OWN_READ]: ownReadToken, [OWN_READ_FROM]: name }).finally(() => databases.delete(name));
}

/** The database that a request is answered from: the primary, but for the server's own reads. */
export function ownReadDb({ ownReadToken, keptAnswers }: FastifyInstance, { headers }: FastifyRequest): Db {
  const own = headers[OWN_READ] === ownReadToken ? databases.get(String(headers[OWN_READ_FROM])) : undefined;
  return own ?? keptAnswers.primary;
}
