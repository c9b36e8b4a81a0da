import { useRef, useState } from 'react';
import { subjectOf } from '../../features/mfis/decision-subject.ts';
import { ReturnDialog } from '../../features/mfis/return-dialog.tsx';
import { useApproveProposal } from '../../features/mfis/use-approve-proposal.ts';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useLetterKeys } from '../../lib/use-letter-keys.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import styles from './review.module.css';

type Props = {
  proposal: ProposalDetails;
  /** Each statement that the officer answers for when pictures are approved (R14.3) is ticked; null without pictures. */
  checked: boolean | null;
  onNext: () => void;
};

/** Approve, return or go on, by button or by key. Where boxes were ticked beside the picture no question follows. */
export function ReviewDecision({ proposal, checked, onNext }: Props) {
  const { t } = useStaffText();
  const [isReturning, setReturning] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const { allowedActions, isMFIApproved } = proposal;
  const subject = subjectOf(proposal);
  const { approve, problem, isPending } = useApproveProposal(subject, { isChecked: checked === true, onDone: onNext });
  const mayApprove = allowedActions.includes('approve');
  const mayReturn = allowedActions.includes('returnProposal');
  const press = {
    a: () => {
      if (!mayApprove || isPending) return;
      setRefused(checked === false);
      if (checked !== false) approve();
    },
    r: () => {
      if (mayReturn && !isPending) setReturning(true);
    },
    n: () => {
      if (!isPending) onNext();
    },
  };
  useLetterKeys(buttons, press);
  return (
    <div className={styles.decision}>
      {isRefused && checked === false && <FormError>{t('mfi.review.tickFirst')}</FormError>}
      {problem && <FormError>{problem}</FormError>}
      {!mayApprove && <p>{t(isMFIApproved ? 'mfi.approve.already' : 'mfi.review.notYours')}</p>}
      <div ref={buttons} className={styles.buttons} role="group" aria-label={t('mfi.evidence.title')}>
        {mayApprove && (
          <Button {...help('approve')} icon="check" busy={isPending} aria-keyshortcuts="A" onClick={press.a}>
            {t('money.actions.approve')}
            <Key letter="A" />
          </Button>
        )}
        {mayReturn && (
          <Button {...help('return')} variant="quiet" icon="undo" aria-keyshortcuts="R" onClick={press.r}>
            {t('mfi.return.submit')}
            <Key letter="R" />
          </Button>
        )}
        <Button variant="quiet" icon="arrow-forward" aria-keyshortcuts="N" onClick={press.n}>
          {t('mfi.review.next')}
          <Key letter="N" />
        </Button>
      </div>
      {isReturning && (
        <ReturnDialog
          subject={subject}
          collectedAmount={proposal.collectedAmount}
          onClose={() => setReturning(false)}
          onDone={onNext}
        />
      )}
    </div>
  );
}

/** The key of a button, drawn for the eye alone: a screen reader says the key with its button. */
function Key({ letter }: { letter: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {letter}
    </kbd>
  );
}
