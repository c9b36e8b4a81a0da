import { Backings } from './backings.tsx';
import { ChainFrame } from './chain-frame.tsx';

/** What a person has on the test network. */
export default function OwnAssets() {
  return <ChainFrame>{({ assets }) => <Backings assets={assets} />}</ChainFrame>;
}
