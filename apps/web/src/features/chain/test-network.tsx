import { ChainFrame } from './chain-frame.tsx';
import { Playground } from './playground.tsx';

/** Acting on the test network. */
export function TestNetwork() {
  return (
    <ChainFrame>
      {({ user, assets, explorerUrl }) => <Playground key={user.id} assets={assets} explorerUrl={explorerUrl} />}
    </ChainFrame>
  );
}
