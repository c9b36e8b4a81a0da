import { ChainDownError, type ChainPort, ChainValueError } from '../../outside/chain-port.ts';
import { isSetUp } from './chain-setup.ts';

/** Whether the chain answers, and has our contracts. Says so instead of failing. */
export async function readStatus(chain: ChainPort) {
  const { mode, chainName, explorerUrl } = chain;
  try {
    const { height } = await chain.newest();
    return { mode, chainName, height, explorerUrl, healthy: await isSetUp(chain) };
  } catch (error) {
    if (!(error instanceof ChainDownError || error instanceof ChainValueError)) throw error;
    return { mode, chainName, height: null, explorerUrl, healthy: false };
  }
}
