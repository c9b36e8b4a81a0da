import { Suspense, useState } from 'react';
import investTexts from 'virtual:texts/features/investments/invest-dialog.tsx';
import withdrawTexts from 'virtual:texts/features/withdrawals/withdraw-dialog.tsx';
import repayTexts from 'virtual:texts/features/repayments/repay-dialog.tsx';
import releaseTexts from 'virtual:texts/features/mfi-dashboard/release-dialog.tsx';
import returnTexts from 'virtual:texts/features/mfi-dashboard/return-dialog.tsx';
import type { DecisionSubject } from '../features/mfi-dashboard/decision-subject.ts';
import { useApproveProposal } from '../features/mfi-dashboard/use-approve-proposal.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { type TextKey, useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { IconName } from '../ui/icon.tsx';
import styles from './proposal-actions.module.css';
import { type ProposalCommand, useProposalCommands } from './use-proposal-commands.ts';

const InvestDialog = lazyPart(() => import('../features/investments/invest-dialog.tsx'), investTexts);
const WithdrawDialog = lazyPart(() => import('../features/withdrawals/withdraw-dialog.tsx'), withdrawTexts);
const RepayDialog = lazyPart(() => import('../features/repayments/repay-dialog.tsx'), repayTexts);
const ReleaseDialog = lazyPart(() => import('../features/mfi-dashboard/release-dialog.tsx'), releaseTexts);
const ReturnDialog = lazyPart(() => import('../features/mfi-dashboard/return-dialog.tsx'), returnTexts);

/** With a dialog of their own, opened from here. */
type DialogAction = 'invest' | 'withdraw' | 'repay' | 'releaseFunds' | 'returnProposal';
type Action = DialogAction | ProposalCommand | 'approve' | 'edit';

/** The first of these that a person may do is their filled button. */
const BY_IMPORTANCE = [
  'releaseFunds',
  'approve',
  'invest',
  'publish',
  'withdraw',
  'repay',
  'unignore',
  'edit',
] as const;
const IN_ORDER: readonly Action[] = [...BY_IMPORTANCE, 'unpublish', 'ignore', 'returnProposal', 'delete'];

const LOOKS: Record<Action, { word: TextKey; icon: IconName }> = {
  releaseFunds: { word: 'money.actions.releaseFunds', icon: 'coins' },
  approve: { word: 'money.actions.approve', icon: 'check-circle' },
  invest: { word: 'money.actions.invest', icon: 'hands' },
  publish: { word: 'money.actions.publish', icon: 'megaphone' },
  unpublish: { word: 'money.actions.unpublish', icon: 'eye-off' },
  withdraw: { word: 'money.actions.withdraw', icon: 'bank' },
  repay: { word: 'money.actions.repay', icon: 'wallet' },
  edit: { word: 'money.actions.edit', icon: 'edit' },
  ignore: { word: 'money.actions.ignore', icon: 'ban' },
  unignore: { word: 'money.actions.unignore', icon: 'eye' },
  returnProposal: { word: 'money.actions.returnProposal', icon: 'undo' },
  delete: { word: 'money.actions.delete', icon: 'trash' },
};

type Props = {
  proposal: ProposalSummary;
  /** Without it nothing here can be edited, and no button says so. */
  onEdit?: () => void;
  /** On a card: the filled button is as wide as its words. */
  compact?: boolean;
};

/** What this person may do with this proposal now: the one that matters filled, the rest behind quiet icons. */
export default function ProposalActions({ proposal, onEdit, compact = false }: Props) {
  const { t, format } = useText();
  const [open, setOpen] = useState<DialogAction | null>(null);
  const subject = subjectOf(proposal);
  const commands = useProposalCommands(proposal);
  const { approve, isPending: isApproving } = useApproveProposal(subject);
  const actions = IN_ORDER.filter((action) => {
    if (action === 'edit' && !onEdit) return false;
    return proposal.allowedActions.includes(action);
  });
  const primary = BY_IMPORTANCE.find((action) => actions.includes(action));
  const isBusy = commands.isPending || isApproving;
  const start = (action: Action) => {
    if (isBusy) return;
    if (action === 'edit') onEdit?.();
    else if (action === 'approve') approve();
    else if (isDialog(action)) setOpen(action);
    else commands.run(action);
  };
  // What was just done may have left nothing more to do; its dialog still has the last word.
  if (actions.length === 0 && open === null) return null;
  return (
    <div
      className={styles.actions}
      role="group"
      aria-label={t('money.actions.label', { title: format.isolate(proposal.title) })}
    >
      <div className={styles.row}>
        {primary && (
          <div className={styles.primary}>
            <Button icon={LOOKS[primary].icon} wide={!compact} busy={isBusy} onClick={() => start(primary)}>
              {t(LOOKS[primary].word)}
            </Button>
          </div>
        )}
        {actions
          .filter((action) => action !== primary)
          .map((action) => (
            <IconButton
              key={action}
              icon={LOOKS[action].icon}
              name={t(LOOKS[action].word)}
              onClick={() => start(action)}
            />
          ))}
      </div>
      {commands.problem && <FormError>{commands.problem}</FormError>}
      {open && (
        <Suspense fallback={null}>
          <OpenDialog action={open} proposal={proposal} subject={subject} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}

type OpenProps = { action: DialogAction; proposal: ProposalSummary; subject: DecisionSubject; onClose: () => void };

function OpenDialog({ action, proposal, subject, onClose }: OpenProps) {
  switch (action) {
    case 'invest':
      return <InvestDialog proposal={proposal} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog proposal={proposal} onClose={onClose} />;
    case 'repay':
      return <RepayDialog proposal={proposal} onClose={onClose} />;
    case 'releaseFunds':
      return <ReleaseDialog subject={subject} onClose={onClose} />;
    default:
      return <ReturnDialog subject={subject} collectedAmount={proposal.collectedAmount} onClose={onClose} />;
  }
}

function isDialog(action: Action): action is DialogAction {
  return ['invest', 'withdraw', 'repay', 'releaseFunds', 'returnProposal'].includes(action);
}

function subjectOf({ id, title, userName, amount, mfiId, mfiName }: ProposalSummary): DecisionSubject {
  return { proposalId: id, title, userName, amount, mfiId, mfiName };
}
