import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { RefusalCode } from '@sathi/contract/refusals.ts';
import type { StepUpOf } from '@sathi/domain/step-up.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../db/db.ts';
import type { Keyring } from '../config/secret.ts';
import { RefusalError, refuseIf } from '../errors/refusal-error.ts';
import type { Outside } from '../outside/outside.ts';
import { type Asking, type Call, wellFormed } from './call.ts';
import { logStaffAct } from './audit-log.ts';
import { runOnce, sealed } from './idempotency.ts';
import { bind, type Handled } from './mount.ts';
import { refuseUnproven } from './step-up.ts';
import { hasFewerRights, refuseClosed, RightsLostError, viewerIn } from './viewer.ts';

type InTransaction = { readonly tx: Tx; readonly now: Date };

type Steps<E extends Endpoint, Subject extends object> = {
  /** Finds the object of the change by the fields that could be read, and locks it. @throws RefusalError `not_found` */
  readonly on?: (asking: Asking<E> & InTransaction) => Promise<Subject>;
  /** The rule, asked once and under the lock. */
  readonly may?: (asking: Asking<E> & InTransaction & Subject) => RefusalCode | null | Promise<RefusalCode | null>;
  /** The change, with values that are right, and its answer. Its effects stay within the database. */
  readonly run: (change: Call<E> & InTransaction & Subject) => Promise<Handled<E>>;
  /**
   * The people who are asked for a fresh proof that it is really them (R34.2); null for none. Judged last: the change is made first
   * and taken back without a proof, so that every other refusal comes before.
   */
  readonly stepUp?:
    | StepUpOf
    | ((change: Call<E> & InTransaction & Subject) => StepUpOf | null | Promise<StepUpOf | null>);
  /** The change itself may take rights of its asker, as of staff who leave. */
  readonly endsOwnRights?: true;
  /** Follows the commit, in this process alone. */
  readonly after?: (asking: Asking<E>) => void;
  /** Encrypts the answer for as long as it is kept to be repeated. */
  readonly sealKeys?: Keyring;
};

/**
 * Binds a call that changes data: in one transaction, and once for each key, its object is locked, the rule asked, the
 * values judged, the change made and its answer stored. So the order of refusals is the same everywhere: 404, 403, 409,
 * 422, and last the 403 that asks for a fresh proof.
 */
export function command<E extends Endpoint, Subject extends object = object>(
  app: FastifyInstance,
  { db, now, realNow }: Pick<Outside, 'db' | 'now' | 'realNow'>,
  endpoint: E,
  { on, may, run, stepUp, endsOwnRights, after, sealKeys }: Steps<E, Subject>,
): void {
  bind(app, endpoint, async (asking) => {
    const attempt = sealKeys ? sealed(asking.attempt, sealKeys) : asking.attempt;
    const judge = async (tx: Tx) => {
      const asked = { ...asking, tx };
      const before = await subjectOf(on, { ...asked, now: now() });
      await refuseClosed(tx, asking.viewer);
      const viewer = await viewerIn(tx, asking.viewer);
      // The subject is looked for anew where its asker lost rights while they waited: a lost right may have found it.
      const isLess = hasFewerRights(viewer, asking.viewer);
      const subject = isLess
        ? await subjectOf(on, { ...asked, viewer, now: now() } as typeof asked & InTransaction)
        : before;
      // The instant of the change is taken under the lock, so that a request which waited for it does not date before the one it waited for.
      const judged = { ...asked, ...subject, viewer, now: now() } as Asking<E> & InTransaction & Subject;
      refuseIf((await may?.(judged)) ?? null);
      const change = wellFormed(judged) as Call<E> & InTransaction & Subject;
      // `stepUp` judges what the change found, before it changes anything.
      const of = typeof stepUp === 'function' ? await stepUp(change) : (stepUp ?? null);
      const done = await run(change);
      if (!endsOwnRights && hasFewerRights(await viewerIn(tx, viewer), viewer)) throw new RightsLostError();
      await logStaffAct(tx, endpoint, change, done);
      if (of !== null && asking.caller !== null) await refuseUnproven(tx, asking.caller, of, realNow());
      return done;
    };
    const answer = await runOnce(db, attempt, now(), judge).catch((error: unknown) => {
      // The right was lost while the change itself waited, so it is taken back and judged anew, as its asker is now.
      if (error instanceof RightsLostError) return runOnce(db, attempt, now(), judge);
      throw error;
    });
    after?.(asking);
    return answer;
  });
}

async function subjectOf<E extends Endpoint, Subject>(
  on: ((asking: Asking<E> & InTransaction) => Promise<Subject>) | undefined,
  asking: Asking<E> & InTransaction,
): Promise<Subject | undefined> {
  try {
    return await on?.(asking);
  } catch (error) {
    // All wrong values are named, not only the one that was needed first.
    const isOfValues = error instanceof RefusalError && error.code === 'invalid_request';
    throw isOfValues && asking.problem !== null ? asking.problem : error;
  }
}
