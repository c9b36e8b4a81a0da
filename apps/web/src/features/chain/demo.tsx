import { ChainFrame } from './chain-frame.tsx';
import { Playground } from './playground.tsx';

/** Acting on the test network. */
export default function Demo() {
  return (
    <ChainFrame>
      {({ user, assets, explorerUrl }) => <Playground key={user.id} assets={assets} explorerUrl={explorerUrl} />}
    </ChainFrame>
  );
}
