import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { type Text, type TextKey, useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { mostPressing, type NextStep, type ProposalStep, stepsOf } from './next-step.ts';
import styles from './next-steps.module.css';
import { timeLeft } from './proposal-progress.tsx';
import { useReleasedLoans } from './use-released-loans.ts';

const STEPS_SHOWN = 3;

const STEP: Record<NextStep['kind'], { icon: IconName; text: TextKey; isWaiting?: true }> = {
  pay: { icon: 'wallet', text: 'home.next.pay' },
  withdraw: { icon: 'bank', text: 'home.next.withdraw' },
  returned: { icon: 'undo', text: 'home.next.returned' },
  expired: { icon: 'refresh', text: 'home.next.expired' },
  publish: { icon: 'edit', text: 'home.next.publish' },
  readMessages: { icon: 'inbox', text: 'home.next.readMessages' },
  addPicture: { icon: 'image', text: 'home.next.addPicture' },
  findBackers: { icon: 'users', text: 'home.next.findBackers' },
  waitRelease: { icon: 'clock', text: 'home.next.waitRelease', isWaiting: true },
  waitCheck: { icon: 'clock', text: 'home.next.waitCheck', isWaiting: true },
  waitPayment: { icon: 'clock', text: 'home.next.waitPayment', isWaiting: true },
};

/** What the borrower should do next, above the list. Nothing while nothing is to be done. */
export function NextSteps({ proposals }: { proposals: readonly ProposalSummary[] }) {
  const text = useText();
  const steps = useSteps(proposals);
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles.heading}>
        {text.t('home.next.heading')}
      </h2>
      <ul>
        {steps.map(({ proposal, step }) => (
          <li key={`${proposal.id} ${step.kind}`}>
            <Link
              href={paths.proposal(proposal.mfiName, proposal.id)}
              className={STEP[step.kind].isWaiting ? styles.waiting : styles.step}
            >
              <span className={styles.mark}>
                <Icon name={STEP[step.kind].icon} />
              </span>
              <span className={styles.words}>
                <b>{sentenceOf(proposal, step, text)}</b>
                <span className={styles.title} dir="auto">
                  {proposal.title}
                </span>
              </span>
              <Icon name="chevron-forward" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSteps(proposals: readonly ProposalSummary[]): ProposalStep[] {
  const { details } = useReleasedLoans(proposals);
  // While pages are fetched something may move from one to the next and be in both.
  const once = [...new Map(proposals.map((proposal) => [proposal.id, proposal])).values()];
  const steps = once.flatMap((proposal) => {
    const isAwaited = proposal.status === 5 && !details.has(proposal.id);
    return isAwaited ? [] : stepsOf(proposal, details.get(proposal.id)).map((step) => ({ proposal, step }));
  });
  return mostPressing(steps, STEPS_SHOWN);
}

function sentenceOf(proposal: ProposalSummary, step: NextStep, { t, format }: Text): string {
  if (step.kind === 'pay') {
    const values = { amount: format.money(step.amount), date: format.date(step.dueOn) };
    return t(step.isLate ? 'home.next.payLate' : 'home.next.pay', values);
  }
  if (step.kind === 'findBackers' && proposal.fundingDeadline !== null) {
    const missingCents = Math.round(proposal.amount * 100) - Math.round(proposal.currentBalance * 100);
    const values = { amount: format.money(missingCents / 100), left: timeLeft(proposal.fundingDeadline, t) };
    return t('home.next.findBackers', values);
  }
  return t(STEP[step.kind].text, {
    mfi: format.isolate(proposal.mfiName),
    count: proposal.unreadMessagesCount,
    amount: format.money(
      step.kind === 'waitPayment' ? proposal.pendingAmount : proposal.fundedAmount || proposal.amount,
    ),
  });
}
