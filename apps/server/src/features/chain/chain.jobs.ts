import { createKeyring } from './chain-keys.repository.ts';
import { CHAIN_CHANNEL } from './chain-operations.repository.ts';
import { ensureSetup } from './chain-setup.ts';
import type { WorkerOutside } from './chain-deploy-steps.ts';
import { drainChain } from './chain-worker.ts';
import { forRequest } from '../../config/request-id.ts';
import { ChainDownError } from '../../outside/chain-port.ts';
import type { JobRunner } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';

/** The worker looks for waiting operations this often, without a notification. */
const LOOK_MS = 5_000;
const SHORTEST_PAUSE_MS = 50;

/** Does the work on the chain, and on the embedded one installs our contracts in the background. Every process runs one. */
export async function startChainWorker(outside: Outside): Promise<JobRunner> {
  const { chain, config, realNow: now, log, listen } = outside;
  if (!config.chain.isOn) return { stop: async () => {} };
  // Deploys end and leases run out by the real clock, whatever the rules count with.
  const onRealTime = { ...outside, now };
  const worker: WorkerOutside = { ...onRealTime, keyring: createKeyring(outside.secret, config.chain.keySecrets) };
  let isStopped = false;
  let isSetUp = chain.mode === 'node';
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;

  const look = async (): Promise<number> => {
    try {
      if (!isSetUp) isSetUp = await ensureSetup(onRealTime);
    } catch (error) {
      if (!(error instanceof ChainDownError)) throw error;
      log.warn({ err: error }, 'the embedded chain is not there');
    }
    const next = await drainChain(worker, () => isStopped);
    return next === null ? LOOK_MS : Math.max(SHORTEST_PAUSE_MS, Math.min(LOOK_MS, next.getTime() - now().getTime()));
  };

  // A commit may wake it on the way to its answer, and what it does is not done for that request.
  const run = (): void => forRequest(null, start);
  const start = (): void => {
    if (isStopped) return;
    if (running !== null) {
      isWanted = true;
      return;
    }
    clearTimeout(timer);
    running = look()
      .catch((error: unknown) => {
        log.error({ err: error, job: 'chain' }, 'scheduled work failed');
        return LOOK_MS;
      })
      .then((pauseMs) => {
        running = null;
        if (!isStopped) timer = setTimeout(run, isWanted ? 0 : pauseMs);
        isWanted = false;
      });
  };
  const unlisten = await listen(CHAIN_CHANNEL, run, run);
  run();
  return {
    stop: async () => {
      isStopped = true;
      await unlisten();
      clearTimeout(timer);
      await running;
    },
  };
}
