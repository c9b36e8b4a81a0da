// Runs in a worker thread: executing contracts and writing blocks to disk block the thread that they happen in.
import { parentPort, workerData } from 'node:worker_threads';
import { DirectoryInUse } from '@sathi/devnet/chain/directory-lock.ts';
import { openDevnet } from '@sathi/devnet/devnet.ts';

export type DevnetThreadOptions = {
  readonly folder: string;
  readonly chainName: string;
  readonly ownerPublicKey: string;
};
export type DevnetThreadNews = { readonly kind: 'listening'; readonly url: string } | { readonly kind: 'in use' };

/** The motes of the owner in the first block: enough for every deploy there will ever be. */
const GENESIS_MOTES = 10n ** 18n;
const BLOCK_TIME_MS = 250;

if (!parentPort) throw new Error('chain-devnet-thread.ts runs in a worker thread only');
const port = parentPort;
const { folder, chainName, ownerPublicKey } = workerData as DevnetThreadOptions;

try {
  const devnet = await openDevnet({
    dataDir: folder,
    chainName,
    genesis: [{ publicKeyHex: ownerPublicKey, motes: GENESIS_MOTES }],
    blockTimeMs: BLOCK_TIME_MS,
  });
  const { url } = await devnet.listen(0);
  port.once('message', () => {
    void devnet.close().then(() => port.close());
  });
  port.postMessage({ kind: 'listening', url } satisfies DevnetThreadNews);
} catch (error) {
  if (!(error instanceof DirectoryInUse)) throw error;
  port.postMessage({ kind: 'in use' } satisfies DevnetThreadNews);
  port.close();
}
