import type { ProposalId, UserId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/db.ts';
import { RefusalError } from '../errors/refusal-error.ts';
import { seenBy } from './causality.ts';
import type { KeptAnswer } from './kept-answers.ts';

/** A person signed in who has a part in nothing: no account has this id. */
export const STRANGER: SignedIn = { id: 0 as UserId, mfiIds: [] };

/** People who have no part in what an answer depends on are answered alike. */
export type Strangers<Answer> = {
  /** The loans that it shows, and the first that it leaves to the next page. */
  readonly shown: (answer: Answer) => readonly ProposalId[];
  readonly hasPart: (readerId: UserId, shown: readonly ProposalId[]) => Promise<boolean>;
};

/**
 * The answer of a read to a person without a part in what it shows, kept for a moment. Null for visitors, for staff and for who has a
 * part, which is asked of the database each time: whoever may have changed a loan has one, and so sees the change at once.
 */
export async function strangersAnswer<Answer>(
  app: FastifyInstance,
  request: FastifyRequest,
  { hasPart }: Strangers<Answer>,
  make: (db: Db) => Promise<KeptAnswer>,
): Promise<KeptAnswer | null> {
  const { caller, url } = request;
  const viewer = caller?.viewer ?? null;
  if (viewer === null || viewer.mfiIds.length > 0) return null;
  const kept = await app.keptAnswers.read(`stranger ${url}`, seenBy(request), make).catch(nullWhenRefused);
  return kept?.shown === undefined || (await hasPart(viewer.id, kept.shown)) ? null : kept;
}

/** A draft is refused to strangers and shown to its owner. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof RefusalError) return null;
  throw error;
}
