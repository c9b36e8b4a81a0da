import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { ChainDownError, type ChainPort } from './chain-port.ts';
import type { Config } from '../config/config.ts';
import { embedChain } from './chain-devnet.ts';
import { makeOwnerKey } from './chain-owner-key.ts';
import { createRpc } from './chain-rpc.ts';

const EMBEDDED_POLL_MS = 300;
/** Blocks of the network take eight seconds and more. */
const NODE_POLL_MS = 2_000;

/**
 * The chain that is configured, else the one embedded in `DATA_DIR`, which begins when it is first asked.
 * @throws StartupError when the owner's key cannot be read
 */
export async function createChain(
  { chain, dataDir }: Pick<Config, 'chain' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<ChainPort> {
  if (!chain.isOn) return createNoChain(chain.name);
  // Its libraries take 30 MB, so they are loaded where there is a chain.
  const { createCasperSigner } = await import('./chain-casper.ts');
  const { createNodeChain } = await import('./chain-node.ts');
  const { name: chainName, node } = chain;
  if (node !== null) {
    const { url, ownerKeyFile, explorerUrl } = node;
    return createNodeChain({
      mode: 'node',
      chainName,
      explorerUrl,
      pollMs: NODE_POLL_MS,
      rpc: createRpc({ url: async () => url }),
      signer: createCasperSigner(chainName, ownerKeyFile),
      close: async () => {},
    });
  }
  const folder = path.resolve(dataDir, 'chain');
  const ownerKeyFile = path.join(folder, 'owner.pem');
  makeOwnerKey(ownerKeyFile);
  const signer = createCasperSigner(chainName, ownerKeyFile);
  const embedded = embedChain({ folder, chainName, ownerPublicKey: signer.ownerPublicKey }, log);
  return createNodeChain({
    mode: 'devnet',
    chainName,
    explorerUrl: null,
    pollMs: EMBEDDED_POLL_MS,
    rpc: createRpc({ url: embedded.url, onFailure: embedded.forget }),
    signer,
    close: embedded.close,
  });
}

/** The chain of `CHAIN=off`, which never answers: all that would ask it fails with {@link ChainDownError}. */
export function createNoChain(chainName: string): ChainPort {
  const down = async (): Promise<never> => {
    throw new ChainDownError('the chain is switched off');
  };
  return {
    mode: 'devnet',
    chainName,
    explorerUrl: null,
    pollMs: EMBEDDED_POLL_MS,
    ownerPublicKey: '',
    accountHash: () => '',
    newest: down,
    namedKeys: down,
    balance: down,
    put: down,
    outcome: down,
    sign: () => {
      throw new ChainDownError('the chain is switched off');
    },
    close: async () => {},
  };
}
