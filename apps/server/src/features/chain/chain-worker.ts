import type { UserId } from '@sathi/domain/ids.ts';
import { movesTokens } from '@sathi/domain/chain-steps.ts';
import { forRequest } from '../../config/request-id.ts';
import { ChainDownError } from '../../outside/chain-port.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import { StepImpossibleError } from './chain-build.ts';
import { advanceDeploy, type DeployStep, type WorkerOutside } from './chain-deploy-steps.ts';
import { findPublicKey } from './chain-keys.repository.ts';
import {
  type ChainOperation,
  findNextDue,
  findOperation,
  leaseOperations,
  setOperation,
  storePlan,
} from './chain-operations.repository.ts';
import { planOperation } from './chain-plan.ts';

/** How many operations a process does at once. */
const WIDTH = 4;
const OUTAGE_PAUSE_MS = 10_000;
const FAULTS_MAX = 12;
const FAULT_PAUSE_MAX_MS = 3_600_000;
const ERROR_LENGTH_MAX = 500;

/**
 * Does the waiting work on the chain until none is left. Several processes may do so side by side: an operation is
 * leased, and a step has at most one deploy that may still run, stored by any process.
 * @returns when there will be work again; null when no operation waits
 */
export async function drainChain(outside: WorkerOutside, isStopped: () => boolean = () => false): Promise<Date | null> {
  const { db, now, log } = outside;
  for (;;) {
    const operations = isStopped() ? [] : await leaseOperations(db, now(), WIDTH);
    if (operations.length === 0) return findNextDue(db);
    const results = await Promise.all(
      operations.map((operation) => forRequest(operation.requestId, () => work(outside, operation))),
    );
    const away = results.find((result) => result !== null);
    if (away === undefined || away === null) continue;
    // All other waiting operations would find the chain away too.
    log.warn(
      { reason: away.message, cause: away.cause instanceof Error ? away.cause.message : null },
      'the chain is not there; what is to be done on it waits',
    );
    return new Date(now().getTime() + OUTAGE_PAUSE_MS);
  }
}

/** @returns why the chain was of no use; null when it was */
async function work(outside: WorkerOutside, operation: ChainOperation): Promise<ChainDownError | null> {
  const { db, now } = outside;
  try {
    const runAt = await advance(outside, operation);
    if (runAt !== null) await setOperation(db, operation.id, { runAt, faults: 0 }, now());
  } catch (error) {
    if (error instanceof ChainDownError) {
      await setOperation(db, operation.id, { runAt: new Date(now().getTime() + OUTAGE_PAUSE_MS) }, now());
      return error;
    }
    if (isUniqueViolation(error, 'chain_deploys_one_live')) {
      // Another process took it up after its lease had run out, and was first.
      await setOperation(db, operation.id, { runAt: now() }, now());
    } else await countFault(outside, operation, error);
  }
  return null;
}

/** Takes an operation as far as it goes now. @returns when to look again; null when it has come to an end */
async function advance(outside: WorkerOutside, leased: ChainOperation): Promise<Date | null> {
  const { db, now } = outside;
  const publicKey = await publicKeyOf(outside, leased.userId);
  let operation = leased;
  if (operation.plan === null) {
    const decision = await planOperation(outside.chain, operation, publicKey ?? '');
    if (!decision.ok) return end(outside, operation, decision.refusal);
    operation = { ...operation, plan: await storePlan(db, operation.id, decision.change) };
  }
  const plan = operation.plan ?? [];
  for (let index = operation.nextStep; index < plan.length; index += 1) {
    const step = plan[index];
    if (step === undefined) break;
    const place: DeployStep = { operationId: operation.id, index, step, userId: operation.userId, publicKey };
    const result = await advanceDeploy(outside, place);
    if (result.kind === 'wait') return result.until;
    if (result.kind === 'failed') return end(outside, { ...operation, nextStep: index }, result.error);
  }
  await setOperation(db, operation.id, { status: 'succeeded', error: null }, now());
  return null;
}

async function publicKeyOf({ db }: WorkerOutside, userId: UserId | null): Promise<string | null> {
  return userId === null ? null : ((await findPublicKey(db, userId)) ?? null);
}

/** Failed when no token has moved yet; otherwise a person has to see to it that the rest follows. */
async function end({ db, now, log }: WorkerOutside, operation: ChainOperation, error: string): Promise<null> {
  const done = operation.plan?.slice(0, operation.nextStep) ?? [];
  const isHarmless = operation.userId !== null && !done.some(movesTokens);
  const status = isHarmless ? 'failed' : 'stuck';
  const { id, kind, nextStep } = operation;
  if (status === 'stuck') log.error({ metric: 'chain_stuck', operation: id, kind, step: nextStep, error }, 'stuck');
  await setOperation(db, id, { status, error: error.slice(0, ERROR_LENGTH_MAX) }, now());
  return null;
}

async function countFault(outside: WorkerOutside, leased: ChainOperation, error: unknown): Promise<void> {
  const { db, now, log } = outside;
  // The plan and the steps of this look are in the row alone.
  const operation = (await findOperation(db, leased.id)) ?? leased;
  const faults = operation.faults + 1;
  log.error({ operation: operation.id, kind: operation.kind, faults, err: error }, 'an operation on the chain failed');
  const isHopeless = faults >= FAULTS_MAX || error instanceof StepImpossibleError;
  const said = error instanceof Error ? error.message : String(error);
  if (isHopeless) await end(outside, operation, said);
  else {
    const pauseMs = Math.min(FAULT_PAUSE_MAX_MS, 1000 * 2 ** faults);
    await setOperation(db, operation.id, { faults, runAt: new Date(now().getTime() + pauseMs) }, now());
  }
}
