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
export type Strangers<Query, Answer> = {
  readonly hasPart: (readerId: UserId, shown: readonly ProposalId[]) => Promise<boolean>;
} & (
  | {
      /** The loans that it shows, and the first that it leaves to the next page. */
      readonly shown: (answer: Answer) => readonly ProposalId[];
    }
  | {
      /** The loans that it shows, where the call names them. */
      readonly named: (query: Query) => readonly ProposalId[];
    }
);

/**
 * The answer of a read to a person without a part in what it shows, kept for a moment. Null for visitors, for staff and for who has a
 * part, which is asked of the database each time: whoever may have changed a loan has one, and so sees the change at once.
 */
export async function strangersAnswer<Query, Answer>(
  app: FastifyInstance,
  request: FastifyRequest,
  strangers: Strangers<Query, Answer>,
  { queryOf, make }: { readonly queryOf: () => Query; readonly make: (db: Db) => Promise<KeptAnswer> },
): Promise<KeptAnswer | null> {
  const { caller, url } = request;
  const viewer = caller?.viewer ?? null;
  if (viewer === null || viewer.mfiIds.length > 0) return null;
  const keep = async () => app.keptAnswers.read(`stranger ${url}`, seenBy(request), make).catch(nullWhenRefused);
  // An answer for strangers is not made for a person who is known to be none.
  if ('named' in strangers) return (await strangers.hasPart(viewer.id, strangers.named(queryOf()))) ? null : keep();
  const kept = await keep();
  return kept?.shown === undefined || (await strangers.hasPart(viewer.id, kept.shown)) ? null : kept;
}

/** A draft is refused to strangers and shown to its owner. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof RefusalError) return null;
  throw error;
}
