import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './statements.module.css';

/** The sum that the institution must hold for others, beside what its accounts hold (R24.7). */
export default function PositionPanel({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.deskPosition(mfiId),
    queryFn: () => call('findPosition', { query: { mfiId } }),
  });
  return (
    <Panel title={t('desk.position')}>
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton shape="box" />}
      {data && (
        <Stack>
          <dl className={styles.sums}>
            <dt>{t('desk.mustHold')}</dt>
            <dd>{format.money(data.mustHold)}</dd>
            {data.pending > 0 && (
              <>
                <dt>{t('desk.pending')}</dt>
                <dd>{format.money(data.pending)}</dd>
              </>
            )}
          </dl>
          {data.covered !== null && (
            <Banner tone={data.covered ? 'good' : 'bad'} isAnnounced={false}>
              {t(data.covered ? 'desk.covered' : 'desk.notCovered')}
            </Banner>
          )}
          {data.accounts.length > 0 && (
            <DataTable
              caption={t('desk.balances')}
              rows={data.accounts}
              rowKey={({ accountId }) => accountId}
              columns={[
                { header: t('desk.account'), cell: ({ label }) => <bdi>{label}</bdi> },
                {
                  header: t('desk.balance'),
                  numeric: true,
                  cell: ({ balance, currency }) =>
                    balance === null ? t('desk.unknown') : localAmount({ amount: balance, currency }, format),
                },
                { header: t('desk.balanceOn'), cell: ({ on }) => (on === null ? '–' : format.date(on)) },
                {
                  header: t('desk.inDollars'),
                  numeric: true,
                  cell: ({ inUsd }) => (inUsd === null ? t('desk.unknown') : format.money(inUsd)),
                },
              ]}
            />
          )}
          <Row>
            <DownloadButton
              download={() => downloadFile('findPosition', { query: { mfiId, format: 'csv' } }, 'position.csv')}
            >
              {t('desk.positionFile')}
            </DownloadButton>
          </Row>
        </Stack>
      )}
    </Panel>
  );
}
