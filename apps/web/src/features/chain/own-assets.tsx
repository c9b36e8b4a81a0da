import { Backings } from './backings.tsx';
import { ChainFrame } from './chain-frame.tsx';

/** A person's assets on the test network. */
export function OwnAssets() {
  return <ChainFrame>{({ assets }) => <Backings assets={assets} />}</ChainFrame>;
}
