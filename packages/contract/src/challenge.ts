import { z } from 'zod';

/**
 * A challenge of ALTCHA, version 2: the caller finds a `counter` so that the key derived from nonce and counter begins
 * with `keyPrefix`. `data` names the call that it is for and how much harder than the easiest it is; the signature
 * covers all of it.
 */
const Parameters = z.object({
  algorithm: z.string().max(40),
  nonce: z.string().max(200),
  salt: z.string().max(200),
  cost: z.number().int(),
  keyLength: z.number().int(),
  keyPrefix: z.string().max(200),
  keySignature: z.string().max(200),
  expiresAt: z.number(),
  data: z.object({ call: z.string(), from: z.string(), factor: z.number().int(), until: z.number() }),
});
/** The challenge in the problem `challenge_required`. */
export const Challenge = z.object({ parameters: Parameters, signature: z.string().max(200) });
const Solution = z.object({ counter: z.number().int(), derivedKey: z.string().max(200) });

/** The header `Challenge-Answer` holds this, as base64 of its JSON. */
export const ChallengeAnswer = z.object({ challenge: Challenge, solution: Solution });
export type ChallengeAnswer = z.infer<typeof ChallengeAnswer>;
export type Challenge = z.infer<typeof Challenge>;
