import { Suspense } from 'react';
import { LendGift } from '../../features/gifts/lend-gift.tsx';
import { BackersList } from '../../features/investments/backers-list.tsx';
import { OnTheWay } from '../../features/pay-ins/on-the-way.tsx';
import { statusOf } from '../../lib/proposal-status.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Fold } from '../../ui/fold.tsx';
import { Panel } from '../../ui/panel.tsx';
import { readerOf } from './reader.ts';

/** The statuses in which gifts may back a loan. */
const LENDABLE: readonly string[] = ['published', 'locked'];

/** The backers of a loan; while it is paid back, behind a line that counts them. */
export function BackersPart({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useText();
  const isStaff = readerOf(proposal, useSession().user) === 'staff';
  if (!proposal.allowedActions.includes('seeBackers')) return null;
  const list = (
    <>
      {(proposal.awaitedAmount ?? 0) > 0 && (
        <Suspense fallback={null}>
          <OnTheWay proposal={proposal} isStaff={isStaff} />
        </Suspense>
      )}
      {isStaff && LENDABLE.includes(statusOf(proposal)) && (
        <Suspense fallback={null}>
          <LendGift proposal={proposal} />
        </Suspense>
      )}
      <BackersList proposal={proposal} />
    </>
  );
  const title = t('money.backers.title');
  if (statusOf(proposal) !== 'funded') return <Panel title={title}>{list}</Panel>;
  return <Fold title={`${title} (${format.number(proposal.backersCount)})`}>{list}</Fold>;
}
