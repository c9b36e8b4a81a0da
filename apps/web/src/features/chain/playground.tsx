import { CHAIN_ACTIONS, SAMPLE_PROPOSAL_IDS, type SampleProposalId } from '@sathi/domain/chain-operations.ts';
import { useRef, useState } from 'react';
import { Stack } from '../../ui/page.tsx';
import { ActionForm } from './action-form.tsx';
import styles from './chain.module.css';
import { OperationPanel } from './operation-panel.tsx';
import { SAMPLE_ASSETS } from './sample-assets.ts';
import { SampleCards } from './sample-cards.tsx';
import type { ChainAssets } from './use-chain.ts';
import { useTransaction } from './use-transaction.ts';

type Props = { assets: ChainAssets; explorerUrl: string | null };

/** The seven sections, the one transaction that is under way, and the sample proposals. */
export function Playground({ assets, explorerUrl }: Props) {
  const { own, shown } = assets;
  const transaction = useTransaction({ pendingId: own?.pendingOperationId ?? null, explorerUrl });
  const [proposalId, setProposalId] = useState<SampleProposalId>(SAMPLE_PROPOSAL_IDS[0]);
  const sections = useRef<HTMLDivElement>(null);
  const choose = (action: 'back' | 'unback', id: SampleProposalId) => {
    setProposalId(id);
    sections.current?.querySelector<HTMLElement>(`[name="${action}-amount"]`)?.focus();
  };
  return (
    <Stack gap="loose">
      <Stack>
        <OperationPanel transaction={transaction} explorerUrl={explorerUrl} />
        <div ref={sections} className={styles.sections}>
          {CHAIN_ACTIONS.map((action) => (
            <ActionForm
              key={action}
              action={action}
              assets={own}
              isBusy={transaction.isPending}
              proposalId={proposalId}
              onProposal={setProposalId}
              samples={(shown ?? SAMPLE_ASSETS).proposals}
              onStarted={transaction.start}
            />
          ))}
        </div>
      </Stack>
      <SampleCards samples={shown?.proposals ?? null} onChoose={choose} />
    </Stack>
  );
}
