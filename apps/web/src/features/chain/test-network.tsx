import { ChainFrame } from './chain-frame.tsx';
import { Playground } from './playground.tsx';

export function TestNetwork() {
  return (
    <ChainFrame>
      {({ user, assets, explorerUrl }) => <Playground key={user.id} assets={assets} explorerUrl={explorerUrl} />}
    </ChainFrame>
  );
}
