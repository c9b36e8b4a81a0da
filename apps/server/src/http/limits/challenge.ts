import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { randomInt } from 'node:crypto';
import type { CallName } from '@sathi/contract/calls.ts';
import { type Challenge, ChallengeAnswer } from '@sathi/contract/challenge.ts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as deriveProof } from 'altcha-lib/algorithms/pbkdf2';
import { deriveKeys, type Key } from '../../config/secret.ts';
import type { Db } from '../../db/db.ts';
import { RefusalError } from '../../errors/refusal-error.ts';
import type { Outside } from '../../outside/outside.ts';
import { createCounters } from './counters.ts';
import { CHALLENGE } from './limits.ts';
import { networksOf } from './networks.ts';

/** The call that a proof lets through, and from where it is made. */
type Asked = { readonly call: CallName; readonly ip: string };

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Proofs of work (ALTCHA, version 2), for one call each. A challenge is signed and kept nowhere; only that it was answered
 * is.
 */
export function createChallenges(db: Db, outside: Pick<Outside, 'realNow' | 'secret' | 'config'>) {
  const { realNow, secret, config } = outside;
  const counters = createCounters(outside);
  const keySignatures = deriveKeys(secret, 'challenge-keys');
  /** Pairs, newest first. With the second of a pair an answer is checked by a hash instead of by the work. */
  const secrets = deriveKeys(secret, 'challenges').map((key, index) => ({
    hmacSignatureSecret: textOf(key),
    hmacKeySignatureSecret: textOf(keySignatures[index] as Key),
  }));

  /** `factor` times as much work as the easiest. */
  const make = async ({ call, ip }: Asked, factor: number): Promise<Challenge> => {
    const steps = config.challengeSteps * factor;
    const lifeMs = CHALLENGE.minutes * MINUTE_MS;
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: CHALLENGE.rounds,
      // The bounds are close together, so that the work takes about as long each time.
      counter: randomInt(Math.ceil(steps * (1 - CHALLENGE.spread)), Math.ceil(steps * (1 + CHALLENGE.spread)) + 1),
      deriveKey: deriveProof,
      // `expiresAt` is for the client and the library, which know only their own clock; `until` is the server's.
      expiresAt: new Date(Date.now() + lifeMs),
      data: { call, from: widest(ip), factor, until: realNow().getTime() + lifeMs },
      ...secrets[0],
    });
    return challenge as Challenge;
  };

  /** How much work was done for this call, as a factor; 0 without a proof, or with one that does not count (any more). */
  const proven = async ({ call, ip }: Asked, header: unknown): Promise<number> => {
    const answer = readAnswer(header);
    if (answer === null) return 0;
    const { call: forCall, from, factor, until } = answer.challenge.parameters.data;
    if (forCall !== call || from !== widest(ip) || until < realNow().getTime()) return 0;
    const checks = await Promise.all(
      secrets.map((each) => verifySolution({ ...answer, deriveKey: deriveProof, ...each })),
    );
    if (!checks.some(({ verified }) => verified)) return 0;
    const once = { count: 1, perSeconds: CHALLENGE.minutes * 60 };
    const [use] = await counters.take(db, [{ of: ['challenge', answer.challenge.signature], allowance: once }]);
    return use?.granted === 1 ? factor : 0;
  };

  /**
   * Asks for a proof; `factor` is how much harder than the easiest it should be.
   * @throws RefusalError `challenge_required`, always
   */
  const demand = async (asked: Asked, factor: number): Promise<never> => {
    const bounded = Math.min(CHALLENGE.factorMax, Math.max(1, Math.round(factor)));
    throw new RefusalError('challenge_required', { challenge: await make(asked, bounded), retryAfterSeconds: 1 });
  };

  return { demand, proven };
}

function readAnswer(header: unknown): ChallengeAnswer | null {
  if (typeof header !== 'string') return null;
  try {
    return ChallengeAnswer.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/** A phone may change its address between two calls, but it hardly leaves its network. */
function widest(ip: string): string {
  return networksOf(ip).at(-1)?.name ?? ip;
}

function textOf({ secret }: Key): string {
  return secret.export().toString('base64url');
}
