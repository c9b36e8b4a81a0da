import { useEffect, useEffectEvent } from 'react';
import { useApproveProposal } from '../../features/mfis/use-approve-proposal.ts';
import { useText } from '../../lib/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';

type Props = { subject: Parameters<typeof useApproveProposal>[0]; onClose: () => void };

/** The question of an approval, put as soon as it is there; why it was not done stands until it is closed. */
export function ApproveQuestion({ subject, onClose }: Props) {
  const { t } = useText();
  const { approve, problem } = useApproveProposal(subject, { onEnd: onClose });
  const ask = useEffectEvent(approve);
  useEffect(() => ask(), []);
  if (problem === undefined) return null;
  return (
    <Dialog title={t('money.actions.approve')} about={subject.title} onClose={onClose}>
      <FormError>{problem}</FormError>
    </Dialog>
  );
}
