import type { UserId } from '@sathi/domain/ids.ts';
import { signerOf, type Step } from '@sathi/domain/chain-steps.ts';
import { type ChainCall, type DeployOutcome, DeployRefusedError, type SignedDeploy } from '../../outside/chain-port.ts';
import { transaction } from '../../db/transaction.ts';
import type { Outside } from '../../outside/outside.ts';
import { buildCall } from './chain-build.ts';
import {
  type ChainDeploy,
  endDeploy,
  findNewestDeploy,
  insertDeploy,
  markSent,
  type ShownCall,
} from './chain-deploys.repository.ts';
import type { Keyring } from '../../config/secret.ts';
import { openSecretKey } from './chain-keys.repository.ts';
import { setOperation } from './chain-operations.repository.ts';

/** Milliseconds after the end of life of a deploy before the node is asked whether it can still run; clocks differ. */
const EXPIRY_MARGIN_MS = 120_000;
const POLL_MAX_MS = 15_000;

export type WorkerOutside = Pick<Outside, 'chain' | 'db' | 'now' | 'log'> & { readonly keyring: Keyring };

export type DeployStep = {
  readonly operationId: number;
  /** The place of the step in the plan. */
  readonly index: number;
  readonly step: Step;
  readonly userId: UserId | null;
  readonly publicKey: string | null;
};

export type StepResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Takes one step as far as it goes. A signed deploy is stored before it leaves and always sent again as it is, which a
 * node takes for the same; another is signed only when that one can never run any more. So a step is executed once,
 * wherever a process dies.
 * @throws ChainDownError, ChainValueError, StepImpossibleError, a unique violation when another process stored one
 * first
 */
export async function advanceDeploy(outside: WorkerOutside, place: DeployStep): Promise<StepResult> {
  const { db, chain, now } = outside;
  for (;;) {
    const newest = await findNewestDeploy(db, place.operationId, place.index);
    if (newest?.status === 'succeeded') return finishStep(outside, place, newest.hash, null);
    if (newest === undefined || newest.status === 'failed' || newest.status === 'expired') {
      await storeDeploy(outside, place, (newest?.attempt ?? 0) + 1);
      continue;
    }
    if (newest.status === 'stored') {
      const refusal = await send(outside, newest);
      if (refusal !== null) return refusal;
    }
    const outcome = await chain.outcome(newest.hash);
    if (typeof outcome === 'object') return settle(outside, place, newest, outcome);
    if (await canRunNoMore(outside, newest)) {
      await endDeploy(db, newest.hash, { status: 'expired' });
      continue;
    }
    if (outcome === 'unknown' && newest.status === 'sent') await sendAgain(outside, newest);
    return { kind: 'wait', until: nextLook(newest, now(), chain.pollMs) };
  }
}

/**
 * A node that lags behind the network does not know all executed deploys. So its newest block has to be younger than
 * the end of the deploy's life: no later block can hold it. The embedded chain is the network, and makes no empty
 * blocks.
 */
async function canRunNoMore({ chain, now }: WorkerOutside, { hash, expiresAt }: ChainDeploy): Promise<boolean> {
  if (now().getTime() <= expiresAt.getTime() + EXPIRY_MARGIN_MS) return false;
  if (chain.mode === 'devnet') return true;
  const { at } = await chain.newest();
  // The outcome is asked again after the newest block, because that block may hold the deploy.
  return at > expiresAt && typeof (await chain.outcome(hash)) === 'string';
}

/** The next look comes after a third of the age of the deploy: soon at first, and every 15 seconds in the end. */
function nextLook(deploy: ChainDeploy, now: Date, pollMs: number): Date {
  const ageMs = now.getTime() - deploy.createdAt.getTime();
  return new Date(now.getTime() + Math.min(POLL_MAX_MS, Math.max(pollMs, ageMs / 3)));
}

/** @returns why the step has failed; null when the node has the deploy, or may have had it before */
async function send({ db, chain, now }: WorkerOutside, deploy: ChainDeploy): Promise<StepResult | null> {
  try {
    await chain.put(deploy.body);
  } catch (error) {
    if (!(error instanceof DeployRefusedError)) throw error;
    // The deploy may have arrived earlier and be refused now for its age: only a node that does not know it has the
    // last word.
    const isOver = now() > deploy.expiresAt;
    if (isOver || (await chain.outcome(deploy.hash)) !== 'unknown') return null;
    await endDeploy(db, deploy.hash, { status: 'failed', error: error.message });
    return { kind: 'failed', error: `Invalid Deploy: ${error.message}` };
  }
  await markSent(db, deploy.hash);
  return null;
}

/**
 * Sends a deploy again, for a node that lost its waiting deploys. A refusal means little: the deploy was taken once,
 * and may have been executed.
 */
async function sendAgain({ chain }: WorkerOutside, deploy: ChainDeploy): Promise<void> {
  try {
    await chain.put(deploy.body);
  } catch (error) {
    if (!(error instanceof DeployRefusedError)) throw error;
  }
}

async function settle(
  outside: WorkerOutside,
  place: DeployStep,
  deploy: ChainDeploy,
  outcome: DeployOutcome,
): Promise<StepResult> {
  if (outcome.error === null) return finishStep(outside, place, deploy.hash, outcome);
  await endDeploy(outside.db, deploy.hash, { status: 'failed', outcome });
  return { kind: 'failed', error: outcome.error };
}

async function finishStep(
  { db, now }: WorkerOutside,
  { operationId, index }: DeployStep,
  hash: string,
  outcome: DeployOutcome | null,
): Promise<StepResult> {
  await transaction(db, async (tx) => {
    if (outcome !== null) await endDeploy(tx, hash, { status: 'succeeded', outcome });
    await setOperation(tx, operationId, { nextStep: index + 1, faults: 0 }, now());
  });
  return { kind: 'done' };
}

async function storeDeploy(outside: WorkerOutside, place: DeployStep, attempt: number): Promise<void> {
  const { db, chain, now } = outside;
  const { operationId, index, step, publicKey } = place;
  const call = await buildCall(chain, step, publicKey);
  const shown = shownCall(step, call);
  const signer = signerOf(step);
  const createdAt = now();
  // Two deploys that say the same in the same millisecond are the same deploy, and it would run once for both.
  for (let earlierMs = 0; ; earlierMs += 1) {
    const deploy = await sign(outside, place, call, new Date(createdAt.getTime() - earlierMs));
    const stored = { ...deploy, signer, call: shown, createdAt };
    if (await insertDeploy(db, { operationId, step: index, attempt }, stored)) return;
  }
}

async function sign(
  { db, chain, keyring }: WorkerOutside,
  { step, userId }: DeployStep,
  call: ChainCall,
  at: Date,
): Promise<SignedDeploy> {
  if (signerOf(step) === 'owner' || userId === null) return chain.sign(call, 'owner', at);
  const secretKey = await openSecretKey(db, keyring, userId);
  try {
    return chain.sign(call, { secretKey }, at);
  } finally {
    secretKey.fill(0);
  }
}

function shownCall({ name }: Step, call: ChainCall): ShownCall {
  if (call.kind === 'fund') {
    const args = [
      { name: 'target', value: call.publicKey },
      { name: 'amount', value: call.motes.toString() },
    ];
    return { name, contract: null, entryPoint: null, args };
  }
  const args = Object.entries(call.args).map(([argument, { value }]) => ({
    name: argument,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return call.kind === 'install'
    ? { name, contract: null, entryPoint: null, args }
    : { name, contract: call.contract, entryPoint: call.entryPoint, args };
}
