import { Suspense, useState } from 'react';
import type { DecisionSubject } from '../features/mfi-dashboard/decision-subject.ts';
import { useApproveProposal } from '../features/mfi-dashboard/use-approve-proposal.ts';
import { demo } from '../lib/demo-mode.ts';
import { useText } from '../lib/text.tsx';
import type { ProposalSummary } from '../lib/wire.ts';
import { Button } from '../ui/button.tsx';
import { CountBadge, shownCount } from '../ui/count-badge.tsx';
import { FormError } from '../ui/form-error.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { DIALOG_ACTIONS, type DialogAction, ProposalActionDialog } from './proposal-action-dialog.tsx';
import { type Action, BY_IMPORTANCE, DEMO_OF, IN_ORDER, LOOKS } from './proposal-action-looks.ts';
import styles from './proposal-actions.module.css';
import { useProposalCommands } from './use-proposal-commands.ts';

/** With more icons than this the filled button has a row to itself. */
const ICONS_BESIDE_BUTTON = 3;

type Props = {
  proposal: ProposalSummary;
  /** Without it nothing here can be edited, and no button says so. */
  onEdit?: () => void;
  /** On a card: the filled button is as wide as its words, and what the page shows anyway is an icon. */
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
    if ((action === 'edit' && !onEdit) || (action === 'seeBackers' && !compact)) return false;
    return proposal.allowedActions.includes(action);
  });
  const primary = BY_IMPORTANCE.find((action) => actions.includes(action));
  const others = actions.filter((action) => action !== primary);
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
      <div className={styles.row} data-many={others.length > ICONS_BESIDE_BUTTON || undefined}>
        {primary && (
          <div className={styles.primary}>
            <Button
              {...demo(DEMO_OF[primary])}
              icon={LOOKS[primary].icon}
              wide={!compact}
              busy={isBusy}
              onClick={() => start(primary)}
            >
              {t(LOOKS[primary].word)}
            </Button>
          </div>
        )}
        {others.map((action) => (
          <ActionIcon key={action} action={action} proposal={proposal} onClick={() => start(action)} />
        ))}
      </div>
      {commands.problem && <FormError>{commands.problem}</FormError>}
      {open && (
        <Suspense fallback={null}>
          <ProposalActionDialog action={open} proposal={proposal} subject={subject} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}

type IconProps = { action: Action; proposal: ProposalSummary; onClick: () => void };

/** That of the messages also tells how many are new; it stays the same button when they have been read. */
function ActionIcon({ action, proposal, onClick }: IconProps) {
  const { t, format } = useText();
  const { icon, word } = LOOKS[action];
  const shown = action === 'message' ? shownCount(proposal.unreadMessagesCount, format) : null;
  const name = shown === null ? t(word) : t('messages.openUnread', { shown });
  return (
    <span className={styles.badged}>
      <IconButton {...demo(DEMO_OF[action])} icon={icon} name={name} onClick={onClick} />
      <CountBadge shown={shown} />
    </span>
  );
}

function isDialog(action: Action): action is DialogAction {
  return DIALOG_ACTIONS.some((dialog) => dialog === action);
}

function subjectOf({ id, title, userName, amount, mfiId, mfiName, image }: ProposalSummary): DecisionSubject {
  return { proposalId: id, title, userName, amount, mfiId, mfiName, hasPicture: image !== null };
}
