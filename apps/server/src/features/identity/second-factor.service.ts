import { provenUntil } from '@sathi/domain/step-up.ts';
import { unseal } from '../../config/seal.ts';
import { hashToken } from '../../config/tokens.ts';
import type { Tx } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import { appSecretPlace, stepOfCode } from './app-codes.ts';
import {
  claimQuestion,
  findQuestion,
  nameOf,
  putQuestion,
  type Question,
  setChallenge,
  takeQuestion,
} from './factor-questions.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';
import type { IdentityContext } from './identity-context.ts';
import { passkeyQuestion, passkeysOf, type Party, usePasskey } from './passkeys.ts';
import { setProven } from './proofs.repository.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import {
  APP_CLOSED_SECONDS,
  claimAppTry,
  listFactors,
  setPasskeyUsed,
  takeAppStep,
  takeRecoveryCode,
} from './second-factors.repository.ts';

/** One of the three. The passkey is the browser's answer as it came. */
export type GivenFactor = {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: unknown;
};

/**
 * The options for the browser to use a passkey, for a sign-in under way or for the caller's own proof.
 *
 * @throws RefusalError `session_ended`; `not_found` without a passkey
 */
export async function askPasskey(
  { db, realNow }: IdentityContext,
  {
    session,
    caller,
    party,
  }: { readonly session: string | undefined; readonly caller: Caller | null; readonly party: Party },
) {
  const under = session === undefined ? undefined : await findQuestion(db, hashToken(session), realNow());
  const subject = session === undefined ? caller?.subject : under?.subject;
  if (subject === undefined) throw new RefusalError(session === undefined ? 'sign_in_required' : 'session_ended');
  const known = passkeysOf(await listFactors(db, subject));
  if (known.length === 0) throw new RefusalError('not_found');
  const options = await passkeyQuestion(party, known);
  if (under) await setChallenge(db, under.name, options.challenge, realNow());
  else if (caller) {
    const { sessionId } = caller;
    await putQuestion(
      db,
      { name: nameOf('prove', sessionId), subject, sessionId, challenge: options.challenge },
      realNow(),
    );
  }
  return options;
}

/**
 * Ends a sign-in with the second factor, in the transaction that `open` opens the session in.
 *
 * @throws RefusalError `session_ended` also after five wrong tries; `code_mismatch`, `passkey_mismatch`, `too_many_requests`
 */
export async function answerSecondFactor<Opened>(
  context: IdentityContext,
  { session, given, party }: { readonly session: string; readonly given: GivenFactor; readonly party: Party },
  open: (tx: Tx, subject: string) => Promise<Opened>,
): Promise<Opened> {
  const question = await claimQuestion(context.db, hashToken(session), context.realNow());
  if (!question) throw new RefusalError('session_ended');
  const take = await judge(context, question.subject, question, given, party);
  return transaction(context.db, async (tx) => {
    if (!(await takeQuestion(tx, question.name))) throw new RefusalError('session_ended');
    await take(tx);
    return open(tx, question.subject);
  });
}

/**
 * A proof of the caller's session by their second factor (R34.2).
 *
 * @throws RefusalError `code_mismatch`, `passkey_mismatch`, `too_many_requests`
 */
export async function proveByFactor(
  context: IdentityContext,
  { caller, given, party }: { readonly caller: Caller; readonly given: GivenFactor; readonly party: Party },
): Promise<{ until: Date }> {
  const { db, realNow } = context;
  await context.limits.beforeStepUp(caller.sessionId);
  const name = nameOf('prove', caller.sessionId);
  const question = given.passkey === undefined ? undefined : await claimQuestion(db, name, realNow());
  const take = await judge(context, caller.subject, question, given, party);
  return transaction(db, async (tx) => {
    if (question && !(await takeQuestion(tx, name))) throw new RefusalError('passkey_mismatch');
    await take(tx);
    await setProven(tx, caller.sessionId, realNow());
    return { until: provenUntil(realNow()) };
  });
}

/** Looks at what was given, outside any transaction; its use is taken together with its effect. */
async function judge(
  context: IdentityContext,
  subject: string,
  question: Question | undefined,
  { totp, recoveryCode, passkey }: GivenFactor,
  party: Party,
): Promise<(tx: Tx) => Promise<void>> {
  const at = context.realNow();
  if (totp !== undefined) {
    const app = await claimAppTry(context.db, subject, at);
    if (!app) throw await closedOrNone(context, subject);
    const step = stepOfCode(
      String(unseal(context.appSecretKeys, appSecretPlace('second_factors', subject), app.sealedSecret)),
      totp,
      at,
    );
    if (step === null && app.closes) await tellOfGuessing(context, subject);
    if (step === null) throw new RefusalError('code_mismatch');
    return async (tx) => orMismatch(await takeAppStep(tx, app.id, step, at));
  }
  if (recoveryCode !== undefined) {
    return async (tx) => orMismatch(await takeRecoveryCode(tx, subject, hashRecoveryCode(recoveryCode), at));
  }
  const credentialId = (passkey as { id?: unknown }).id;
  const known = passkeysOf(await listFactors(context.db, subject)).find((key) => key.credentialId === credentialId);
  const challenge = question?.challenge ?? null;
  const counter = known && challenge !== null ? await usePasskey(party, challenge, known, passkey) : null;
  if (!known || counter === null) throw new RefusalError('passkey_mismatch');
  return async (tx) => setPasskeyUsed(tx, known.id, counter, at);
}

/**
 * The codes of an app are tried by a person who knows the password or has a session: somebody should look each time that they
 * close the app, and its owner hears of it once a day.
 */
async function tellOfGuessing(context: IdentityContext, subject: string): Promise<void> {
  const { db, log, metrics, now, realNow } = context;
  log.error({ metric: 'factor_guesses' }, 'the codes of one app are being guessed');
  metrics.alarms.inc({ what: 'factor_guessed' });
  const day = realNow().toISOString().slice(0, 10);
  await transaction(db, (tx) => tellOfSecurity(context, tx, subject, 'factor_guessed', now(), `${subject}:${day}`));
}

async function closedOrNone({ db }: IdentityContext, subject: string): Promise<RefusalError> {
  const hasApp = (await listFactors(db, subject)).some(({ kind }) => kind === 'totp');
  return hasApp
    ? new RefusalError('too_many_requests', { retryAfterSeconds: APP_CLOSED_SECONDS })
    : new RefusalError('code_mismatch');
}

/** A code that was taken before is as wrong as any. */
function orMismatch(isTaken: boolean): void {
  if (!isTaken) throw new RefusalError('code_mismatch');
}
