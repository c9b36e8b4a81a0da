import { seal, unseal } from '../../config/seal.ts';
import type { Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { transaction } from '../../db/transaction.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { refuseUnproven } from '../../http/step-up.ts';
import { appSecretPlace, newAppSecret, stepOfCode } from './app-codes.ts';
import { claimQuestion, nameOf, putQuestion, type Question, takeQuestion } from './factor-questions.repository.ts';
import { findIdentity } from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import { newPasskeyOptions, type Party, passkeysOf, readNewPasskey } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCode, RECOVERY_CODES_COUNT } from './recovery-codes.ts';
import {
  announceFactors,
  deleteFactor,
  deleteFactors,
  insertFactor,
  listFactors,
  lockFactors,
  type NewFactor,
  replaceRecoveryCodes,
  takeAppStep,
} from './second-factors.repository.ts';
import { deleteSessions } from './sessions.repository.ts';
import { tellOfSecurity } from '../notifications/tell.ts';

type By = { readonly caller: Caller; readonly party: Party };

type Begun =
  | { readonly totp: { secret: string; url: string } }
  | { readonly passkey: Readonly<Record<string, unknown>> & { challenge: string } };

/**
 * Begins to add a factor: what the browser needs to make a passkey, or the secret for an app.
 *
 * @throws RefusalError `step_up_required`
 */
export async function beginFactor(
  context: IdentityContext,
  { caller, party, kind }: By & { kind: 'passkey' | 'totp' },
): Promise<Begun> {
  const { db, realNow } = context;
  const { subject, sessionId } = caller;
  const { phone } = found(await findIdentity(db, subject));
  await refuseUnproven(db, caller, 'everybody', realNow());
  if (kind === 'totp') {
    const totp = newAppSecret(phone);
    const place = appSecretPlace('factor_questions', subject);
    const sealedSecret = seal(context.appSecretKeys, place, totp.secret);
    await putQuestion(db, { name: nameOf('add_totp', sessionId), subject, sessionId, sealedSecret }, realNow());
    return { totp };
  }
  const options = await newPasskeyOptions(party, { subject, name: phone }, passkeysOf(await listFactors(db, subject)));
  const { challenge } = options;
  await putQuestion(db, { name: nameOf('add_passkey', sessionId), subject, sessionId, challenge }, realNow());
  return { passkey: { ...options } };
}

type Answered = { readonly name: string; readonly passkey?: unknown; readonly totp?: string | undefined };

/**
 * Adds the factor that was begun in this session. The first one comes with ten recovery codes, shown this once, and ends the other
 * sessions of staff. Another app takes the place of the one before.
 *
 * @throws RefusalError `step_up_required`, `code_expired` when none was begun, `code_mismatch`, `passkey_mismatch`
 */
export async function addFactor(
  context: IdentityContext,
  { caller, party, answered }: By & { readonly answered: Answered },
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const { db, realNow } = context;
  const question = nameOf(answered.totp === undefined ? 'add_passkey' : 'add_totp', caller.sessionId);
  const asked = await claimQuestion(db, question, realNow());
  if (!asked) throw new RefusalError('code_expired');
  const { factor, step } = await readFactor(context, party, asked, answered);
  const added = await transaction(db, async (tx) => {
    const known = await lockFactors(tx, caller.subject);
    if (!(await takeQuestion(tx, question))) throw new RefusalError('code_expired');
    const before = factor.kind === 'totp' ? known.find(({ kind }) => kind === 'totp') : undefined;
    if (before) await deleteFactor(tx, caller.subject, before.id);
    const id = await insertFactor(tx, caller.subject, factor).catch(refuseKnown);
    if (step !== null) await takeAppStep(tx, id, step, realNow());
    const recoveryCodes = known.length === 0 ? await renewRecoveryCodes(tx, caller.subject, realNow()) : null;
    await tellOfSecurity(context, tx, caller.subject, 'factor_added', context.now());
    // The others of staff were opened by a password alone, and would be taken for proven from now on (R34.1).
    if (known.length === 0 && isStaff(caller)) await deleteSessions(tx, caller.subject, caller.sessionId);
    await announceFactors(tx, caller.subject);
    await refuseUnproven(tx, caller, 'everybody', realNow());
    return { id: String(id), recoveryCodes };
  });
  context.callers.forget(caller.subject);
  return added;
}

async function readFactor(
  context: IdentityContext,
  party: Party,
  asked: Pick<Question, 'subject' | 'challenge' | 'sealedSecret'>,
  { name, passkey, totp }: Answered,
): Promise<{ factor: NewFactor; step: number | null }> {
  const createdAt = context.realNow();
  if (totp === undefined) {
    const made = asked.challenge === null ? null : await readNewPasskey(party, asked.challenge, passkey);
    if (made === null) throw new RefusalError('passkey_mismatch');
    return { factor: { kind: 'passkey', name, createdAt, ...made, transports: [...made.transports] }, step: null };
  }
  if (asked.sealedSecret === null) throw new RefusalError('code_mismatch');
  const keys = context.appSecretKeys;
  const secret = unseal(keys, appSecretPlace('factor_questions', asked.subject), asked.sealedSecret);
  const step = stepOfCode(String(secret), totp, createdAt);
  if (step === null) throw new RefusalError('code_mismatch');
  // Sealed anew for the row that it stands in from now on.
  const sealedSecret = seal(keys, appSecretPlace('second_factors', asked.subject), secret);
  return { factor: { kind: 'totp', name, createdAt, sealedSecret }, step };
}

function refuseKnown(error: unknown): never {
  if (isUniqueViolation(error)) throw invalidField('passkey', 'invalid');
  throw error;
}

/**
 * Takes a factor away. The last one takes the recovery codes with it, and staff who need one keep it.
 *
 * @throws RefusalError `not_found`, `factor_needed`, `step_up_required`
 */
export async function removeFactor(
  context: IdentityContext,
  { caller, id, attempt }: { readonly caller: Caller; readonly id: number; readonly attempt: Attempt },
): Promise<Record<string, never>> {
  await runOnce(context.db, attempt, context.now(), async (tx) => {
    const known = await lockFactors(tx, caller.subject);
    if (!known.some((factor) => factor.id === id)) throw new RefusalError('not_found');
    if (known.length === 1 && isStaff(caller) && context.requireSecondFactor) throw new RefusalError('factor_needed');
    await refuseUnproven(tx, caller, 'everybody', context.realNow());
    if (known.length === 1) await deleteFactors(tx, caller.subject);
    else await deleteFactor(tx, caller.subject, id);
    await tellOfSecurity(context, tx, caller.subject, 'factor_removed', context.now());
    await announceFactors(tx, caller.subject);
    return {};
  });
  context.callers.forget(caller.subject);
  return {};
}

/**
 * Ten new recovery codes; the ones before work no more.
 *
 * @throws RefusalError `not_found` without a second factor, `step_up_required`
 */
export async function newRecoveryCodes(
  context: IdentityContext,
  { caller }: { readonly caller: Caller },
): Promise<{ recoveryCodes: string[] }> {
  return transaction(context.db, async (tx) => {
    const known = await lockFactors(tx, caller.subject);
    if (known.length === 0) throw new RefusalError('not_found');
    const recoveryCodes = await renewRecoveryCodes(tx, caller.subject, context.realNow());
    await tellOfSecurity(context, tx, caller.subject, 'codes_renewed', context.now());
    await refuseUnproven(tx, caller, 'everybody', context.realNow());
    return { recoveryCodes };
  });
}

function isStaff({ viewer }: Caller): boolean {
  return (viewer?.mfiIds.length ?? 0) > 0;
}

async function renewRecoveryCodes(tx: Tx, subject: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    subject,
    codes.map((code) => hashRecoveryCode(code)),
    now,
  );
  return codes;
}
