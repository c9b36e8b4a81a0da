import { useSearchParams } from 'wouter';
import { StaffOnly } from '../../features/mfis/staff-only.tsx';
import { monthText } from '../../features/settlements/settlement-words.ts';
import { SettlementPanel } from '../../features/settlements/settlement-panel.tsx';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The months of an institution and the statement of one, which two sign. */
export default function SettlementsPage() {
  const { t } = useStaffText();
  return (
    <StaffOnly pathOf={paths.mfiSettlements}>
      {(mfi, mfiSwitch) => (
        <Page
          key={mfi.id}
          title={t('settlements.page')}
          lead={<span data-print="never">{t('settlements.lead')}</span>}
          back={{ href: paths.mfiProposals(mfi.name), label: t('common.mfiDashboard') }}
          actions={mfiSwitch}
        >
          <Settlements mfiId={mfi.id} mfiName={mfi.name} />
        </Page>
      )}
    </StaffOnly>
  );
}

function Settlements({ mfiId, mfiName }: { mfiId: string; mfiName: string }) {
  const { t, format } = useStaffText();
  const [search] = useSearchParams();
  const list = useList('listSettlements', [...queryKeys.settlements(mfiId), 'list'], { mfiId });
  const { rows } = list;
  if (!rows) return list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />;
  const month = rows.find((row) => row.month === search.get('month'))?.month ?? rows[0]?.month;
  if (month === undefined)
    return <EmptyState icon="calendar" title={t('settlements.none')} text={t('settlements.noneText')} />;
  return (
    <Stack gap="loose">
      <SettlementPanel key={month} mfiId={mfiId} mfiName={mfiName} month={month} />
      <div data-print="never">
        <Panel title={t('settlements.months')}>
          <Rows
            label={t('settlements.months')}
            rows={rows.map((row) => ({
              key: row.month,
              href: `${paths.mfiSettlements(mfiName)}?month=${row.month}`,
              title: monthText(row.month, format.tag),
              figure: t(STATES[row.state]),
              about: format.joined([row.first?.name, row.second?.name].flatMap((name) => (name ? [name] : []))),
            }))}
          />
          <MoreButton list={list} />
        </Panel>
      </div>
    </Stack>
  );
}

const STATES = {
  open: 'settlements.state.open',
  entered: 'settlements.state.entered',
  locked: 'settlements.state.locked',
} as const;
