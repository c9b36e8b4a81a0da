import { useEffect, useEffectEvent } from 'react';
import { useApproveProposal } from '../../features/mfis/use-approve-proposal.ts';

type Props = { subject: Parameters<typeof useApproveProposal>[0]; onClose: () => void };

/** The question of an approval, put as soon as it is there. */
export function ApproveQuestion({ subject, onClose }: Props) {
  const { approve } = useApproveProposal(subject, { onEnd: onClose });
  const ask = useEffectEvent(approve);
  useEffect(() => ask(), []);
  return null;
}
