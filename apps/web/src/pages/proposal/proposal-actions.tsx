import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { subjectOf } from '../../features/mfis/decision-subject.ts';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CountBadge, shownCount } from '../../ui/count-badge.tsx';
import { FormError } from '../../ui/form-error.tsx';
import {
  type Action,
  BY_IMPORTANCE,
  DEMO_OF,
  DIALOG_ACTIONS,
  type DialogAction,
  IN_ORDER,
  LOOKS,
} from './proposal-action-looks.ts';
import { CardActions } from './card-actions.tsx';
import styles from './proposal-actions.module.css';
import { useProposalCommands } from './use-proposal-commands.ts';

const ProposalActionDialog = lazy(() => import('./proposal-action-dialog.tsx'));

/** The most actions that stand beside the filled button; with more it has a row to itself. */
const BESIDE_BUTTON = 1;

type Props = {
  proposal: ProposalSummary;
  /** Begins editing. Without it nothing here can be edited, and no button says so. */
  onEdit?: () => void;
  /**
   * Draws the actions of a card: sharing beside the filled button, and the rest in a menu, with `seeBackers`, which the
   * page of the loan shows anyway.
   */
  compact?: boolean;
  /** Opens the events with their actors, from the menu of a card; for the staff. */
  onHistory?: (() => void) | undefined;
  /** The dialog that opens by itself, as soon as its action is allowed. */
  begins?: DialogAction;
  /** A dialog was closed, after a backing or without. */
  onEnd?: (outcome?: 'backed') => void;
};

/** The actions of this person on this proposal now: the one that matters filled, the rest quiet, each with its word. */
export function ProposalActions({ proposal, onEdit, compact = false, onHistory, begins, onEnd }: Props) {
  const { t } = useText();
  const subject = subjectOf(proposal);
  const [, navigate] = useLocation();
  // A list goes on without the card; the page of a deleted proposal has nothing left to show.
  const goHome = () => navigate(paths.home(proposal.mfiName), { replace: true });
  const commands = useProposalCommands(proposal, compact ? undefined : goHome);
  const actions = IN_ORDER.filter((action) => {
    if ((action === 'edit' && !onEdit) || (action === 'seeBackers' && !compact)) return false;
    return proposal.allowedActions.includes(action);
  });
  const { open, setOpen, close } = useDialogAction(begins && actions.includes(begins) ? begins : undefined, onEnd);
  // An officer looks after a loan; backing it is a private matter that stands among the rest.
  const primary = BY_IMPORTANCE.find((action) => actions.includes(action) && !(onHistory && action === 'invest'));
  const others = actions.filter((action) => action !== primary);
  const isBusy = commands.isPending || open === 'approve';
  const start = (action: Action) => {
    if (isBusy) return;
    if (action === 'edit') onEdit?.();
    else if (isDialog(action)) setOpen(action);
    else commands.run(action);
  };
  // The last action may have left none to do; its dialog still has the last word.
  if (actions.length === 0 && !onHistory && open === null) return null;
  // A card has said the name already.
  const named = compact ? {} : { role: 'group', 'aria-label': t('money.actions.label', { title: proposal.title }) };
  const isMany = !compact && others.length > BESIDE_BUTTON;
  return (
    <div className={styles.actions} {...named}>
      <div className={classes(styles.row, compact && styles.compact)} data-many={isMany || undefined}>
        {primary && (
          <div className={styles.primary}>
            <Button
              {...help(DEMO_OF[primary])}
              icon={LOOKS[primary].icon}
              wide
              small={compact}
              busy={isBusy}
              onClick={() => start(primary)}
            >
              {t(LOOKS[primary].word)}
            </Button>
          </div>
        )}
        {compact ? (
          <CardActions proposal={proposal} actions={others} onStart={start} onHistory={onHistory} />
        ) : (
          others.map((action) => (
            <QuietAction key={action} action={action} proposal={proposal} onClick={() => start(action)} />
          ))
        )}
      </div>
      {commands.problem && <FormError>{commands.problem}</FormError>}
      {open && (
        <Suspense fallback={null}>
          <ProposalActionDialog action={open} proposal={proposal} subject={subject} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** The action whose dialog is open; `begins` opens by itself, as soon as it is there. */
function useDialogAction(begins: DialogAction | undefined, onEnd: Props['onEnd']) {
  const [open, setOpen] = useState<DialogAction | null>(null);
  useEffect(() => {
    if (begins) setOpen(begins);
  }, [begins]);
  const close = (outcome?: 'backed') => {
    setOpen(null);
    onEnd?.(outcome);
  };
  return { open, setOpen, close };
}

type QuietProps = { action: Action; proposal: ProposalSummary; onClick: () => void };

/**
 * A quiet button. The one of the messages also tells how many are new; it stays the same button when they have been
 * read.
 */
function QuietAction({ action, proposal, onClick }: QuietProps) {
  const { t, format } = useText();
  const { icon, word } = LOOKS[action];
  const shown = action === 'message' ? shownCount(proposal.unreadMessagesCount, format) : null;
  return (
    <span className={styles.badged}>
      <Button
        {...help(DEMO_OF[action])}
        variant="plain"
        small
        icon={icon}
        aria-label={shown === null ? undefined : t('messages.openUnread', { shown })}
        onClick={onClick}
      >
        {t(word)}
      </Button>
      <CountBadge shown={shown} />
    </span>
  );
}

function isDialog(action: Action): action is DialogAction {
  return DIALOG_ACTIONS.some((dialog) => dialog === action);
}
