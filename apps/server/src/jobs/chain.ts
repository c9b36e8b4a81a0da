import { createKeyring } from '../features/chain/chain-keys.repository.ts';
import { CHAIN_CHANNEL } from '../features/chain/chain-operations.repository.ts';
import { ensureSetup } from '../features/chain/chain-setup.ts';
import type { WorkerOutside } from '../features/chain/chain-deploy-steps.ts';
import { drainChain } from '../features/chain/chain-worker.ts';
import { ChainDownError } from '../chain-port.ts';
import type { Outside } from '../outside.ts';

/** What is due is looked for this often, when nothing says that there is something. */
const LOOK_MS = 5_000;
const SHORTEST_PAUSE_MS = 50;

export type ChainJobs = { readonly stop: () => Promise<void> };

/** Does the work on the chain, and on the embedded one installs our contracts in the background. Every process runs one. */
export async function startChainJobs(outside: Outside): Promise<ChainJobs> {
  const { chain, config, now, log, listen } = outside;
  if (!config.chain.isOn) return { stop: async () => {} };
  const worker: WorkerOutside = { ...outside, keyring: createKeyring(outside.secret, config.chain.keySecrets) };
  let isStopped = false;
  let isSetUp = chain.mode === 'node';
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;

  const look = async (): Promise<number> => {
    try {
      if (!isSetUp) isSetUp = await ensureSetup(outside);
    } catch (error) {
      if (!(error instanceof ChainDownError)) throw error;
      log.warn({ err: error }, 'the embedded chain is not there');
    }
    const next = await drainChain(worker, () => isStopped);
    return next === null ? LOOK_MS : Math.max(SHORTEST_PAUSE_MS, Math.min(LOOK_MS, next.getTime() - now().getTime()));
  };

  const run = (): void => {
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
