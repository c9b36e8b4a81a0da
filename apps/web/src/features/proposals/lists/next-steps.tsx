import { Link } from 'wouter';
import { askedFirstLocal, localFirst, sumFirstLocal } from '../../../lib/local-amount.ts';
import { paths } from '../../../lib/paths.ts';
import { statusOf } from '../../../lib/proposal-status.ts';
import { type Text, type TextKey, useText } from '../../../lib/text.tsx';
import type { ProposalSummary } from '../../../lib/wire.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { mostPressing, needsDetails, type NextStep, type ProposalStep, stepsOf } from './next-step.ts';
import styles from './next-steps.module.css';
import { timeLeft } from '../proposal-progress.tsx';
import type { LoanDetails } from './use-loan-details.ts';

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
  waitMoney: { icon: 'clock', text: 'home.next.waitMoney', isWaiting: true },
  waitRelease: { icon: 'clock', text: 'home.next.waitRelease', isWaiting: true },
  waitCheck: { icon: 'clock', text: 'home.next.waitCheck', isWaiting: true },
  waitPayment: { icon: 'clock', text: 'home.next.waitPayment', isWaiting: true },
};

type Props = { proposals: readonly ProposalSummary[]; details: LoanDetails };

/**
 * The borrower's next steps, above the list. Empty while there are none. A loan whose details are on their way
 * keeps its place, so that nothing below has to wait for them, nor jumps.
 */
export function NextSteps({ proposals, details }: Props) {
  const { t } = useText();
  const steps = mostPressing(allSteps(proposals, details), STEPS_SHOWN);
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
        {/* The empty line is as tall as the sentence that comes. */}
        {isAwaited ? <b className={styles.awaited}>&nbsp;</b> : <b>{sentenceOf(proposal, step, text)}</b>}
        <span className={styles.title} dir="auto">
          {proposal.title}
        </span>
      </span>
      <Icon name="chevron-forward" />
    </Link>
  );
}

function allSteps(proposals: readonly ProposalSummary[], { details, isReady }: LoanDetails): ProposalStep[] {
  // While pages are fetched a proposal may move from one to the next and be in both.
  const once = [...new Map(proposals.map((proposal) => [proposal.id, proposal])).values()];
  return once.flatMap((proposal): ProposalStep[] => {
    const known = details.get(proposal.id);
    if (known === undefined && !isReady && needsDetails(proposal)) return [{ proposal, step: { kind: 'awaited' } }];
    // The step of a released loan is not sure without its instalments.
    if (known === undefined && statusOf(proposal) === 'funded') return [];
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
    amount: sumOf(proposal, step, format),
  });
}

/** The sum in the sentence: the one waited for, else the money paid out, or before the release the sum asked for. */
function sumOf(proposal: ProposalSummary, step: NextStep, format: Text['format']): string {
  const { local, fundedAmount, localPending, pendingAmount } = proposal;
  if (step.kind === 'waitMoney') return format.money(step.amount);
  if (step.kind === 'waitPayment') return localFirst(localPending, pendingAmount, format);
  return fundedAmount > 0 ? localFirst(local, fundedAmount, format) : askedFirstLocal(proposal, format);
}
