import type { CallName } from '@sathi/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import { RefusalError } from '../refusal-error.ts';
import { networkOf } from './network.ts';

type Limit = { readonly count: number; readonly perSeconds: number };
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const MONEY: readonly Limit[] = [
  { count: 20, perSeconds: MINUTE },
  { count: 300, perSeconds: DAY },
];
const WRITING: readonly Limit[] = [{ count: 20, perSeconds: HOUR }];
const READING: readonly Limit[] = [{ count: 300, perSeconds: MINUTE }];
const VISITING: readonly Limit[] = [{ count: 60, perSeconds: MINUTE }];
/** Beside the reads, so that counting a page never costs the page. */
const COUNTING: readonly Limit[] = [{ count: 120, perSeconds: MINUTE }];
const USER_EXISTS: readonly Limit[] = [
  { count: 10, perSeconds: MINUTE },
  { count: 100, perSeconds: DAY },
];

/** Calls that are not simply reads. The identity service keeps its own counters in the database, shared by all processes. */
const LIMITS: Partial<Record<CallName, readonly Limit[]>> = {
  backProposal: MONEY,
  enterPayment: MONEY,
  approvePayment: MONEY,
  rejectPayment: MONEY,
  requestWithdrawal: MONEY,
  updateWithdrawal: MONEY,
  approveProposal: MONEY,
  releaseFunds: MONEY,
  returnProposal: MONEY,
  createProposal: WRITING,
  updateProposal: WRITING,
  deleteProposal: WRITING,
  createUpdate: WRITING,
  askFaucet: MONEY,
  mintTokens: MONEY,
  redeemTokens: MONEY,
  stakeTokens: MONEY,
  unstakeTokens: MONEY,
  backSample: MONEY,
  unbackSample: MONEY,
  uploadFile: WRITING,
  userExists: USER_EXISTS,
  countPageView: COUNTING,
  // How many messages a person may send is a rule (R15.3), counted in the database.
  reportMessage: WRITING,
};

type Bucket = { tokens: number; filledAtMs: number };
const BUCKETS_MAX = 50_000;

/** Token buckets in this process, keyed by user, else by address (an IPv6 network of 64 bits counts as one). */
export function limitRates(app: FastifyInstance, now: () => Date): void {
  const buckets = new Map<string, Bucket>();

  app.addHook('preHandler', async (request) => {
    const name = request.routeOptions.config.callName as CallName | undefined;
    if (name === undefined) return;
    const who = request.caller ? `user:${request.caller.subject}` : `ip:${networkOf(request.ip)}`;
    const limits = LIMITS[name] ?? (request.caller ? READING : VISITING);
    const group = LIMITS[name] ? name : 'reading';
    for (const limit of limits) {
      const waitSeconds = take(buckets, `${who}:${group}:${limit.perSeconds}`, limit, now().getTime());
      if (waitSeconds > 0) throw new RefusalError('too_many_requests', { retryAfterSeconds: waitSeconds });
    }
  });
}

/** Seconds until the next token; 0 when one was taken. */
function take(buckets: Map<string, Bucket>, key: string, limit: Limit, nowMs: number): number {
  const bucket = buckets.get(key) ?? { tokens: limit.count, filledAtMs: nowMs };
  const perMs = limit.count / (limit.perSeconds * 1000);
  bucket.tokens = Math.min(limit.count, bucket.tokens + Math.max(0, nowMs - bucket.filledAtMs) * perMs);
  bucket.filledAtMs = nowMs;
  // Re-inserting keeps the map in order of use, so the one forgotten first is the one unused longest.
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value as string);
  if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
  bucket.tokens -= 1;
  return 0;
}
