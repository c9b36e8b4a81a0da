import { centsOfDollars } from '@sathi/domain/money.ts';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useMoneyText, useStaffText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { useAwaited } from './use-awaited.ts';

type Props = { proposal: ProposalDetails; isStaff: boolean };

/** The money of a loan that came, and that is on its way; staff read from whom and until when (R20.1). */
export function OnTheWay({ proposal, isStaff }: Props) {
  const { t, format } = useMoneyText();
  const awaited = proposal.awaitedAmount ?? 0;
  const received = (centsOfDollars(proposal.currentBalance) - centsOfDollars(awaited)) / 100;
  return (
    <Stack>
      <p>
        <strong>{t('payIn.onTheWay', { received: format.money(received), awaited: format.money(awaited) })}</strong>
      </p>
      {isStaff && <Payers proposal={proposal} />}
    </Stack>
  );
}

function Payers({ proposal: { id, mfiId, mfiName } }: { proposal: ProposalDetails }) {
  const { t, format } = useStaffText();
  const list = useAwaited(mfiId, true);
  const { rows = [] } = list;
  const parts = rows.flatMap(({ userId, name, told, items }) =>
    items.filter(({ proposalId }) => proposalId === id).map((item) => ({ ...item, userId, name, told })),
  );
  return (
    <>
      {parts.length > 0 && (
        <DataTable
          caption={t('awaited.ofLoan')}
          rows={parts}
          rowKey={({ investmentId }) => investmentId}
          isDense
          columns={[
            {
              header: t('awaited.from'),
              cell: ({ userId, name }) => (
                <Link href={paths.mfiPerson(mfiName, userId)} dir="auto">
                  {name}
                </Link>
              ),
            },
            { header: t('awaited.amount'), cell: ({ unpaid }) => format.money(unpaid), numeric: true },
            { header: t('awaited.payBy'), cell: ({ payBy }) => t('awaited.byDay', { date: format.date(payBy) }) },
            {
              header: t('staff.state'),
              cell: ({ told }) =>
                told && (
                  <p>
                    <Badge tone="info">{t('awaited.told', { date: format.date(told.paidOn) })}</Badge>
                  </p>
                ),
              numeric: true,
            },
          ]}
        />
      )}
      {list.moreError !== null && <MoreButton list={list} />}
    </>
  );
}
