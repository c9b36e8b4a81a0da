import { type ReactNode, lazy, Suspense } from 'react';
import { CampaignNames } from '../../features/campaigns/campaign-names.tsx';
import { FreezePart } from '../../features/freezes/freeze-part.tsx';
import { OtherLoans } from '../../features/proposals/other-loans.tsx';
import { FoldedHistory } from '../../features/proposals/proposal-history.tsx';
import type { ReportedThing } from '../../features/reports/open-report.ts';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { UpdateLog } from '../../features/updates/update-log.tsx';
import { statusOf } from '../../lib/proposal-status.ts';
import type { SessionUser } from '../../lib/session.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AboutLoan } from './about-loan.tsx';
import { type Reader, seesMoneyMove } from './reader.ts';

/** The money panels are shown to people signed in only. */
const MoneyPanels = lazy(() => import('./money-panels.tsx'));

type Props = {
  proposal: ProposalDetails;
  user: SessionUser | null;
  reader: Reader;
  /** Pictures and words, where the page does not open with them. */
  story: ReactNode;
  /** Opens the sharing of the loan, or of one update. */
  onShare: (updateId?: string) => void;
};

/** The panels below the fold of a proposal's page. Each asks for its own data, once the first picture is there. */
export default function ProposalPanels({ proposal, user, reader, story, onShare }: Props) {
  const isOwner = reader === 'owner';
  // Staff look after the money of a running loan. A link to one update leads to it, whoever follows it.
  const isStaffs = reader === 'staff' && statusOf(proposal) === 'funded' && location.hash === '';
  return (
    <Stack>
      {user && (
        <Suspense fallback={seesMoneyMove(proposal, reader) && <Skeleton shape="box" />}>
          <MoneyPanels proposal={proposal} reader={reader} />
        </Suspense>
      )}
      {proposal.allowedActions.includes('seeOtherLoans') && (
        <Suspense fallback={null}>
          <OtherLoans proposal={proposal} />
        </Suspense>
      )}
      <UpdateLog proposal={proposal} onShare={onShare} isFolded={isStaffs} />
      <CampaignNames proposal={proposal} />
      <AboutLoan proposal={proposal} isOwner={isOwner} story={story} />
      {(reader === 'staff' || isOwner) && <FoldedHistory proposalId={proposal.id} />}
      {user && !isOwner && user.managerOf?.includes(proposal.mfiId) && (
        <Suspense fallback={null}>
          <FreezePart proposal={proposal} userId={user.id} />
        </Suspense>
      )}
      {user && !isOwner && (
        <Row>
          <ReportButton things={reportable(proposal)} />
        </Row>
      )}
    </Stack>
  );
}

/** The loan, its picture where there is one, and the person who asks for it. */
function reportable({ id: proposalId, image, userId }: ProposalDetails): ReportedThing[] {
  const picture = image === null ? [] : [{ kind: 'picture' as const, proposalId, key: image }];
  return [{ kind: 'proposal', proposalId }, ...picture, { kind: 'person', proposalId, id: userId }];
}
