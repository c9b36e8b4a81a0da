import type { LATE_BUCKETS } from '@sathi/domain/repayments.ts';
import { downloadFile } from '../../lib/download.ts';
import { type Local, severalSums } from '../../lib/local-amount.ts';
import { sumsLeft } from '../../lib/several-sums.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { ChartKey } from '../../ui/chart.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import styles from './lateness-panel.module.css';
import { type OwnMfi, useLateness } from './use-office.ts';

type Lateness = DataOf<'findMfiPortfolio'>;
type Bucket = (typeof LATE_BUCKETS)[number] | 'onTime';
type Part = { bucket: Bucket; loansCount: number; outstanding: number; sums: readonly Local[]; fraction: number };

const WORDS: Record<Bucket, StaffTextKey> = {
  onTime: 'mfi.lateness.onTime',
  '1-30': 'mfi.lateness.upTo30',
  '31-60': 'mfi.lateness.upTo60',
  '61-90': 'mfi.lateness.upTo90',
  '>90': 'mfi.lateness.over90',
};

const LOOKS: Record<Bucket, string | undefined> = {
  onTime: styles.onTime,
  '1-30': styles.upTo30,
  '31-60': styles.upTo60,
  '61-90': styles.upTo90,
  '>90': styles.over90,
};

const FILES = ['loans', 'payments', 'ledger', 'months', 'gains'] as const;

/**
 * The files that this member of staff may take. The ledger, which names nobody, is for all staff, the others for managers
 * (R34.4); the gains are of an institution with local money.
 */
function useFiles({ name, isManager }: OwnMfi) {
  const hasLocal = useMfi(name).data?.localCurrency;
  return FILES.filter((what) => (isManager || what === 'ledger') && (hasLocal || what !== 'gains'));
}

/** The debts of this MFI's borrowers, how late they are (R10.7), and all lists as files. */
export default function LatenessPanel({ mfi }: { mfi: OwnMfi }) {
  const { t } = useStaffText();
  const lateness = useLateness(mfi);
  const files = useFiles(mfi);
  return (
    <Panel title={t('mfi.lateness.title')}>
      {lateness.data && <Figures lateness={lateness.data} />}
      {!lateness.data &&
        (lateness.isError ? <ErrorState onRetry={() => void lateness.refetch()} /> : <Skeleton shape="box" />)}
      <div data-print="never">
        <Row>
          <h3>{t('mfi.files.title')}</h3>
          {files.map((what) => (
            <DownloadButton
              key={what}
              download={() => downloadFile('exportMfi', { query: { mfiId: mfi.id, what } }, `sathi-${what}.csv`)}
            >
              {t(`mfi.files.${what}`)}
            </DownloadButton>
          ))}
          {mfi.isManager && (
            <DownloadButton
              download={() => downloadFile('exportWholeMfi', { query: { mfiId: mfi.id } }, 'sathi-office.zip')}
            >
              {t('mfi.files.everything')}
            </DownloadButton>
          )}
        </Row>
      </div>
    </Panel>
  );
}

function Figures({ lateness }: { lateness: Lateness }) {
  const { t, format } = useStaffText();
  const { outstanding, loansCount, par30, writtenOff } = lateness;
  const parts = partsOf(lateness);
  if (outstanding === 0) return <p>{t('mfi.lateness.empty')}</p>;
  return (
    <Stack>
      <SummaryFigures
        figures={[
          { label: t('mfi.lateness.outstanding'), value: severalSums(lateness.sums, format) },
          { label: t('mfi.lateness.loans'), value: format.number(loansCount) },
          { label: t('mfi.lateness.par30'), value: par30 === null ? '–' : format.percent(par30) },
          ...(writtenOff > 0 ? [{ label: t('mfi.lateness.writtenOff'), value: format.money(writtenOff) }] : []),
        ]}
      />
      <p className={styles.note}>{t('mfi.lateness.par30Note')}</p>
      <Bar parts={parts} />
      <ul className={styles.key} aria-label={t('mfi.lateness.caption')}>
        {parts
          .filter(({ loansCount }) => loansCount > 0)
          .map(({ bucket, loansCount, sums, fraction }) => (
            <li key={bucket}>
              <ChartKey look={LOOKS[bucket]}>
                {format.joined([
                  t(WORDS[bucket]),
                  severalSums(sums, format),
                  format.percent(fraction),
                  t('mfi.lateness.loansCount', { count: loansCount }),
                ])}
              </ChartKey>
            </li>
          ))}
      </ul>
    </Stack>
  );
}

/** Narrower parts have no room for their words, which stand below. */
const LABELLED_FRACTION = 0.2;

/** The outstanding money as one line, the late parts at its end. The list below says the same in words. */
function Bar({ parts }: { parts: readonly Part[] }) {
  const { t, format, direction } = useStaffText();
  const shown = parts.filter(({ fraction }) => fraction > 0);
  const name = shown.map(({ bucket, fraction }) => `${t(WORDS[bucket])}: ${format.percent(fraction)}`).join(', ');
  return (
    <svg className={styles.bar} width="100%" height="44" role="img" aria-label={name}>
      {shown.map(({ bucket, fraction }, index) => {
        const before = shown.slice(0, index).reduce((sum, part) => sum + part.fraction, 0);
        const start = direction === 'rtl' ? 1 - before - fraction : before;
        return (
          <g key={bucket} className={LOOKS[bucket]}>
            <rect x={percent(start)} width={percent(fraction)} height="44" />
            {fraction >= LABELLED_FRACTION && (
              <text x={percent(start + fraction / 2)} y="27">
                {format.percent(fraction)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)}%`;
}

/** The part on time is the rest of all. */
function partsOf({ outstanding, loansCount, sums, buckets }: Lateness): Part[] {
  const late = buckets.reduce((sum, bucket) => sum + bucket.outstanding, 0);
  const lateCount = buckets.reduce((sum, bucket) => sum + bucket.loansCount, 0);
  const onTime = Math.max(0, Math.round((outstanding - late) * 100) / 100);
  const rest = {
    bucket: 'onTime' as const,
    loansCount: loansCount - lateCount,
    outstanding: onTime,
    sums: sumsLeft(
      sums,
      buckets.flatMap((bucket) => bucket.sums),
    ),
  };
  return [rest, ...buckets].map((part) => ({
    ...part,
    fraction: outstanding > 0 ? part.outstanding / outstanding : 0,
  }));
}
