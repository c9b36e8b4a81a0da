import { CODE_MINUTES } from '@sathi/domain/accounts.ts';
import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { provenUntil } from '@sathi/domain/step-up.ts';
import { transaction } from '../../db/transaction.ts';
import { found, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import type { Caller } from '../../http/call.ts';
import type { Language } from '../../http/language.ts';
import { findIdentity, type IdentityRow, isPhoneProven } from './identities.repository.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Address, Requester } from './code-requests.repository.ts';
import { type CodeDelivery, deliveryTo, sendCode } from './send-code.repository.ts';
import { findProof, setPasswordGiven, setProven } from './proofs.repository.ts';

type Asked = { readonly caller: Caller; readonly requester: Requester; readonly language: Language };

/**
 * The first half of a proof without a second factor (R34.2): the password, to which a code is sent. A code that was sent a
 * moment ago is still good, so asking again sooner sends none.
 *
 * @throws RefusalError `invalid_request` for a wrong password, `use_second_factor`, `too_many_requests`
 */
export async function givePassword(
  context: IdentityContext,
  { caller, requester, language, password }: Asked & { readonly password: string },
): Promise<{ codeDelivery: CodeDelivery }> {
  const { db, realNow } = context;
  await context.limits.beforeStepUp(caller.sessionId);
  const identity = found(await findIdentity(db, caller.subject));
  if (!(await context.passwords.verify(identity.passwordHash, password))) {
    throw invalidField('password', 'password_wrong');
  }
  const address = addressOf(identity);
  return transaction(db, async (tx) => {
    refuseWithSecondFactor(await findProof(tx, caller.sessionId));
    await setPasswordGiven(tx, caller.sessionId, realNow());
    try {
      await sendCode(context, tx, { address, purpose: 'step_up', to: address, requester, language });
      return { codeDelivery: deliveryTo(address) };
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== 'resend_too_soon') throw error;
      const resendAfterSeconds = error.extras.retryAfterSeconds ?? 1;
      return { codeDelivery: { ...deliveryTo(address), resendAfterSeconds } };
    }
  });
}

/**
 * The second half: the code, in the session that gave the password.
 *
 * @throws RefusalError `code_mismatch`, `code_locked`, `too_many_requests`; `code_expired` also without the password
 */
export async function giveCode(
  context: IdentityContext,
  { caller, requester, code }: Asked & { readonly code: string },
): Promise<{ until: Date }> {
  const { db, realNow, codes } = context;
  const proof = await findProof(db, caller.sessionId);
  refuseWithSecondFactor(proof);
  const givenAt = proof?.passwordGivenAt?.getTime() ?? 0;
  if (givenAt <= realNow().getTime() - CODE_MINUTES * MINUTE_MS) throw new RefusalError('code_expired');
  const address = addressOf(found(await findIdentity(db, caller.subject)));
  const matter = { address, purpose: 'step_up' } as const;
  const claimed = await codes.claimTry(db, matter, code, requester, realNow());
  return transaction(db, async (tx) => {
    await codes.consume(tx, matter, claimed);
    if (address.kind === 'phone') await context.limits.afterSmsCode(tx);
    await setProven(tx, caller.sessionId, realNow());
    return { until: provenUntil(realNow()) };
  });
}

/** A second factor is the stronger proof, and the password must not go round it. */
function refuseWithSecondFactor(proof: { readonly hasSecondFactor: boolean } | undefined): void {
  if (proof?.hasSecondFactor) throw new RefusalError('use_second_factor');
}

/** The phone, once it is proven; else the address that the account was confirmed with. */
function addressOf(identity: IdentityRow): Address {
  const { phone, email } = identity;
  return isPhoneProven(identity) || email === null ? { kind: 'phone', value: phone } : { kind: 'email', value: email };
}
