import type { Db } from '../../db/db.ts';
import { countTakenUp } from '../../delivery/leaving.ts';
import { invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { createChallenges } from '../../http/limits/challenge.ts';
import { createCounters, type Taken } from '../../http/limits/counters.ts';
import { CODES_FOR_STRANGERS, type DirectLimitName, LIMITS } from '../../http/limits/limits.ts';
import type { Outside } from '../../outside/outside.ts';
import { isSpeltRight, mayReceiveSms } from '../../outside/sms-numbers.ts';
import { isKnownDevice } from './known-devices.repository.ts';
import type { Address, CodePurpose, Requester } from './code-requests.repository.ts';

/** Numbers of guesses in an hour at which somebody should look. */
const GUESSES_ALARMING: readonly number[] = [25, 100, 1000];

/** A code that is to be sent, and the way it goes when not by the address itself. */
type Code = { readonly address: Address; readonly purpose: CodePurpose; readonly medium?: Address['kind'] };

export type IdentityLimits = ReturnType<typeof createIdentityLimits>;

/**
 * How often one phone may be signed in to and one address sent a code. What one network may ask is limited before
 * (`http/limits`). Without limits (development, tests) nothing is counted.
 */
export function createIdentityLimits(
  outside: Pick<Outside, 'db' | 'realNow' | 'secret' | 'config' | 'log' | 'metrics'>,
) {
  const { db, config, log, metrics } = outside;
  const counters = createCounters(outside);
  const challenges = createChallenges(db, outside);

  const take = async (on: Db, name: DirectLimitName, of: readonly string[], wanted = 1): Promise<Taken> => {
    const [taken] = await counters.take(on, [{ of: [name, ...of], allowance: LIMITS[name], wanted }]);
    return taken as Taken;
  };

  /** Beyond the free tries each guess costs more work than the last; the owner is never shut out. */
  const guess = async (account: string, { ip, work }: Requester): Promise<void> => {
    const { used } = await take(db, 'signInGuesses', [account], work === 0 ? 0 : 1);
    if (work === 0) await challenges.demand({ call: 'signIn', ip }, 1 + used / LIMITS.signInTries.count);
    if (!GUESSES_ALARMING.includes(Math.floor(used))) return;
    log.error({ metric: 'sign_in_guesses', used }, 'one password is being guessed');
    metrics.alarms.inc({ what: 'password_guessed' });
  };

  return {
    /** @throws RefusalError `challenge_required` */
    async beforeSignIn(address: Address, requester: Requester): Promise<void> {
      if (!config.rateLimits) return;
      const { sent } = requester;
      const { value } = address;
      if (sent !== null && (await isKnownDevice(db, address, sent))) {
        const byDevice = await take(db, 'signInByDevice', [value, sent]);
        if (byDevice.granted === 1) return;
      } else if ((await take(db, 'signInTries', [value])).granted === 1) return;
      await guess(value, requester);
    },
    /** A person who got in starts anew. */
    async afterSignIn({ value }: Address): Promise<void> {
      if (!config.rateLimits) return;
      await counters.forget(db, { of: ['signInTries', value], allowance: LIMITS.signInTries });
    },
    /**
     * Limits the codes to one address a day, for each way of sending; the last ones are for devices that its account
     * knows. A code is counted in the transaction that sends it, so that a refused code does not count. SMS that cost
     * money go to phones in the countries of `SMS_COUNTRIES` only (security 1.7).
     * @throws RefusalError `too_many_requests`, and `invalid_request` for a number that no SMS may go to, or a new one
     * that is spelt wrong
     */
    async beforeSending(on: Db, code: Code, { sent }: Requester): Promise<void> {
      const { address, purpose, medium = address.kind } = code;
      const isNew = purpose === 'confirm_phone' || purpose === 'change_phone';
      if (isNew && !isSpeltRight(address.value)) throw malformed(purpose);
      if (medium === 'phone' && config.sms !== null && !mayReceiveSms(address.value, config.smsCountries)) {
        throw malformed(purpose);
      }
      if (!config.rateLimits) return;
      const of = [medium, address.value];
      if (purpose === 'step_up') return refuseUnless(await take(on, 'stepUpCodes', of));
      const isKnown = sent !== null && (await isKnownDevice(on, address, sent));
      const allowance = isKnown ? LIMITS.codesTo : { ...LIMITS.codesTo, count: CODES_FOR_STRANGERS };
      const [taken] = await counters.take(on, [{ of: ['codesTo', ...of], allowance }]);
      refuseUnless(taken);
    },
    /** Limits the passwords given in a session that is open already. @throws RefusalError `too_many_requests` */
    async beforeStepUp(sessionId: number): Promise<void> {
      if (config.rateLimits) refuseUnless(await take(db, 'stepUpTries', [String(sessionId)]));
    },
    /** Counts a code that came by SMS and was the right one. */
    async afterSmsCode(on: Db): Promise<void> {
      if (config.rateLimits) await countTakenUp(on, outside);
    },
  };
}

function malformed(purpose: CodePurpose): RefusalError {
  return invalidField(purpose === 'change_phone' ? 'phone' : 'username', 'phone_malformed');
}

/** @throws RefusalError `too_many_requests` */
function refuseUnless(taken: Taken | undefined): void {
  if (taken?.granted === 0) throw new RefusalError('too_many_requests', { retryAfterSeconds: taken.waitSeconds });
}
