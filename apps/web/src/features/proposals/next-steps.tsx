import { Link } from 'wouter';
import { askedFirstLocal, localFirst, sumFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { type Text, type TextKey, useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { mostPressing, type NextStep, type ProposalStep, stepsOf } from './next-step.ts';
import styles from './next-steps.module.css';
import { timeLeft } from './proposal-progress.tsx';
import type { ReleasedLoans } from './use-released-loans.ts';

const STEPS_SHOWN = 3;

const STEP: Record<NextStep['kind'], { icon: IconName; text: TextKey; isWaiting?: true }> = {
  pay: { icon: 'wallet', text: 'home.next.pay' },
  withdraw: { icon: 'bank', text: 'home.next.withdraw' },
  returned: { icon: 'undo', text: 'home.next.returned' },
  expired: { icon: 'refresh', text: 'home.next.expired' },
  publish: { icon: 'edit', text: 'home.next.publish' },
  readMessages: { icon: 'message', text: 'home.next.readMessages' },
  addPicture: { icon: 'image', text: 'home.next.addPicture' },
  findBackers: { icon: 'users', text: 'home.next.findBackers' },
  waitRelease: { icon: 'clock', text: 'home.next.waitRelease', isWaiting: true },
  waitCheck: { icon: 'clock', text: 'home.next.waitCheck', isWaiting: true },
  waitPayment: { icon: 'clock', text: 'home.next.waitPayment', isWaiting: true },
};

type Props = { proposals: readonly ProposalSummary[]; released: ReleasedLoans };

/**
 * The borrower's next steps, above the list. Empty while there are none. A loan whose instalments are on their way
 * keeps its place, so that nothing below has to wait for them, nor jumps.
 */
export function NextSteps({ proposals, released }: Props) {
  const { t } = useText();
  const steps = mostPressing(allSteps(proposals, released), STEPS_SHOWN);
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles.heading}>
        {t('home.next.heading')}
      </h2>
      <ul>
        {steps.map(({ proposal, step }) => (
          <li key={`${proposal.id} ${step.kind}`}>
            <Step proposal={proposal} step={step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({ proposal, step }: ProposalStep) {
  const text = useText();
  const isAwaited = step.kind === 'awaited';
  const isWaiting = isAwaited || STEP[step.kind].isWaiting;
  return (
    <Link href={paths.proposal(proposal.mfiName, proposal.id)} className={isWaiting ? styles.waiting : styles.step}>
      <span className={styles.mark}>
        <Icon name={isAwaited ? 'clock' : STEP[step.kind].icon} />
      </span>
      <span className={styles.words}>
        {/* As tall as the sentence that comes. */}
        {isAwaited ? <b className={styles.awaited}>&nbsp;</b> : <b>{sentenceOf(proposal, step, text)}</b>}
        <span className={styles.title} dir="auto">
          {proposal.title}
        </span>
      </span>
      <Icon name="chevron-forward" />
    </Link>
  );
}

function allSteps(proposals: readonly ProposalSummary[], { details, isReady }: ReleasedLoans): ProposalStep[] {
  // While pages are fetched a proposal may move from one to the next and be in both.
  const once = [...new Map(proposals.map((proposal) => [proposal.id, proposal])).values()];
  return once.flatMap((proposal): ProposalStep[] => {
    const known = details.get(proposal.id);
    if (statusOf(proposal) === 'funded' && known === undefined) {
      return isReady ? [] : [{ proposal, step: { kind: 'awaited' } }];
    }
    return stepsOf(proposal, known).map((step) => ({ proposal, step }));
  });
}

function sentenceOf(proposal: ProposalSummary, step: NextStep, { t, format }: Text): string {
  if (step.kind === 'pay') {
    const values = { amount: sumFirstLocal(step, format), date: format.date(step.dueOn) };
    return t(step.isLate ? 'home.next.payLate' : 'home.next.pay', values);
  }
  if (step.kind === 'findBackers' && proposal.fundingDeadline !== null) {
    const missingCents = Math.round(proposal.amount * 100) - Math.round(proposal.currentBalance * 100);
    const values = { amount: format.money(missingCents / 100), left: timeLeft(proposal.fundingDeadline, t) };
    return t('home.next.findBackers', values);
  }
  return t(STEP[step.kind].text, {
    mfi: proposal.mfiName,
    count: proposal.unreadMessagesCount,
    amount: step.kind === 'waitPayment' ? pendingSum(proposal, format) : loanSum(proposal, format),
  });
}

function pendingSum({ localPending, pendingAmount }: ProposalSummary, format: Text['format']): string {
  return localFirst(localPending, pendingAmount, format);
}

/** The money that is paid out, or before the release the sum that was asked for. */
function loanSum(proposal: ProposalSummary, format: Text['format']): string {
  const { local, fundedAmount } = proposal;
  return fundedAmount > 0 ? localFirst(local, fundedAmount, format) : askedFirstLocal(proposal, format);
}
