import { PROPOSAL_STATUS, type ProposalStatus } from '@sathi/domain/proposals.ts';
import { ProposalCard } from '../../features/proposals/proposal-card.tsx';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Columns, Row } from '../../ui/page.tsx';
import { type Step, Timeline } from '../../ui/timeline.tsx';

type Payment = { id: string; day: string; amount: number; purpose: string };

const PAYMENTS: Payment[] = [
  { id: '1', day: '2026-03-03', amount: 8.33, purpose: 'Monthly payment' },
  { id: '2', day: '2026-04-03', amount: 8.33, purpose: 'Monthly payment' },
  { id: '3', day: '2026-05-03', amount: 400, purpose: 'The rest at once' },
];

const STEPS: Step[] = [
  { title: 'Published', detail: '03/03/2026', state: 'done' },
  { title: 'Checked by DCBS', detail: 'By Rahim, 04/03/2026', state: 'done' },
  { title: 'Collecting', detail: '$140 of $400', state: 'current' },
  { title: 'Payment reported', detail: 'The office is looking at it', state: 'waiting' },
  { title: 'April payment', detail: 'It did not arrive', state: 'failed' },
  { title: 'Repaid', state: 'upcoming' },
];

export function DevUiFigures() {
  const { format } = useText();
  const columns: Column<Payment>[] = [
    { header: 'Date', cell: (payment) => format.date(payment.day) },
    { header: 'For', cell: (payment) => payment.purpose },
    { header: 'Amount', cell: (payment) => format.money(payment.amount), numeric: true },
  ];
  return (
    <Columns>
      <Card padded>
        <DataTable caption="Payments" columns={columns} rows={PAYMENTS} rowKey={(payment) => payment.id} />
      </Card>
      <Card padded>
        <Timeline label="History" steps={STEPS} />
      </Card>
    </Columns>
  );
}

const LOAN: ProposalSummary = {
  id: '1',
  title: 'A sewing machine for the shop',
  description: 'A second machine, so that my sister can sew beside me.',
  amount: 400,
  acceptPartial: false,
  amountAsked: null,
  currentBalance: 140,
  startDate: '2026-06-03',
  monthsToRepay: 12,
  image: null,
  imageUrl: null,
  imageBlur: null,
  imageAlt: null,
  localAmount: null,
  local: null,
  localOutstanding: null,
  localPaid: null,
  localPending: null,
  place: 'Sylhet',
  category: 'crafts',
  storyLanguage: 'en',
  translations: [],
  status: 3,
  address: '',
  mfiId: '1',
  mfiName: 'DCBS',
  userId: '1',
  userName: 'Amina B.',
  user: { firstName: 'Amina', lastName: 'B.' },
  isMFIApproved: true,
  isBackedByUser: false,
  isIgnored: false,
  unreadMessagesCount: 0,
  collectedAmount: 140,
  fundedAmount: 0,
  paidAmount: 0,
  pendingAmount: 0,
  forgivenAmount: 0,
  outstandingAmount: 0,
  remainingAmount: 260,
  backersCount: 6,
  fundingDeadline: null,
  publishedAt: null,
  fundedAt: null,
  repaidAt: null,
  defaultedAt: null,
  repaidAfterDefault: false,
  closedReason: null,
  returnReason: null,
  returnNote: null,
  trackRecord: { repaid: 1, onTime: 1, onChangedPlan: 0, active: 0, lateNow: 0, isFirstLoan: false },
  proposalCampaigns: [],
  allowedActions: ['invest', 'share'],
};

const PAID_BACK = { collectedAmount: 400, currentBalance: 400, fundedAmount: 400, paidAmount: 100, remainingAmount: 0 };

/** The card of the lists: one filled button, sharing with its word, the rest in a menu. */
export function ExampleCard({ status }: { status: ProposalStatus }) {
  const isOpen = status === 'published' || status === 'locked';
  const proposal = { ...LOAN, status: PROPOSAL_STATUS[status], ...(status === 'funded' && PAID_BACK) };
  return (
    <ProposalCard
      proposal={proposal}
      actions={
        <Row>
          {isOpen && (
            <Button small icon="hands">
              Back this loan
            </Button>
          )}
          <Button small variant="quiet" icon="share">
            Share
          </Button>
          <Menu
            name="More"
            button={<Icon name="more" />}
            items={[{ label: 'Ignore', icon: 'ban', onSelect: () => {} }]}
          />
        </Row>
      }
    />
  );
}
