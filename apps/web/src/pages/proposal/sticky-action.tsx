import { type RefObject, useEffect, useState } from 'react';
import { timeLeft } from '../../features/proposals/proposal-progress.tsx';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import styles from './sticky-action.module.css';

type Props = { proposal: ProposalDetails; actions: RefObject<HTMLElement | null> };

/**
 * Shows on phones, for a reader who may back the loan, the money sentence and the first of the actions at the bottom
 * while the real ones are out of sight. A press is passed on to the real button; screen readers and the keyboard find
 * that one and are spared this one.
 */
export default function StickyAction({ proposal, actions }: Props) {
  const { t, format } = useText();
  const isSeen = useIsSeen(actions, proposal);
  const press = () => {
    const real = firstAction(actions);
    real?.focus({ preventScroll: true });
    real?.click();
  };
  return (
    <div className={styles.bar} data-hidden={isSeen || undefined} data-print="never" aria-hidden="true">
      <p className={styles.money}>
        <b>
          {t('proposal.collectedOfAmount', {
            collected: format.money(proposal.currentBalance),
            amount: format.money(proposal.amount),
          })}
        </b>
        {proposal.fundingDeadline && <span>{timeLeft(proposal.fundingDeadline, t)}</span>}
      </p>
      {/* The focus stays where it is until the real button has it. */}
      <Button tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={press}>
        {t('money.actions.invest')}
      </Button>
    </div>
  );
}

function firstAction(actions: Props['actions']): HTMLElement | null {
  return actions.current?.querySelector<HTMLElement>('button, a') ?? null;
}

/**
 * Whether the first action is in the window. True until the browser has looked, so that the bar does not flash while
 * the page comes. Another `proposal` may bring other actions.
 */
function useIsSeen(actions: Props['actions'], proposal: ProposalDetails): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const real = firstAction(actions);
    if (!real) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(real);
    return () => observer.disconnect();
  }, [actions, proposal]);
  return isSeen;
}
