import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CountDialog } from './count-dialog.tsx';
import { reasonOf, type Till } from './round-facts.ts';

const STATES: Record<Till['state'], { words: StaffTextKey; tone: 'warm' | 'info' | 'good' }> = {
  open: { words: 'tills.state.open', tone: 'info' },
  closed: { words: 'tills.state.closed', tone: 'warm' },
  received: { words: 'tills.state.received', tone: 'good' },
};

/** The tills of an office: opened on a round, closed by their officers, received by others (R22.6). */
export function TillList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const list = useList('listTills', queryKeys.tills(mfiId), { mfiId });
  const { rows } = list;
  return (
    <Stack>
      {rows?.length === 0 && <EmptyState icon="coins" title={t('tills.none')} text={t('tills.noneText')} />}
      {rows?.map((till) => (
        <OneTill key={till.id} mfiId={mfiId} till={till} />
      ))}
      <MoreButton list={list} />
      {!rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
    </Stack>
  );
}

function OneTill({ mfiId, till }: { mfiId: string; till: Till }) {
  const { t, format } = useStaffText();
  const { number, officerName, day, state, expected, counted, received, missing, later, reasons, float, entries } =
    till;
  const sums = [
    { label: t('tills.float'), value: localAmount(float, format) },
    { label: t('tills.expected'), value: localAmount(expected, format) },
    ...(counted ? [{ label: t('tills.counted'), value: localAmount(counted, format) }] : []),
    ...(received ? [{ label: t('tills.receivedSum'), value: localAmount(received, format) }] : []),
  ];
  return (
    <Panel
      title={t('tills.name', { number, name: officerName })}
      aside={<Badge tone={STATES[state].tone}>{t(STATES[state].words)}</Badge>}
    >
      <p>{format.date(day)}</p>
      <ReviewList rows={sums} />
      {missing.length > 0 && <p>{t('tills.missing', { numbers: missing.join(', ') })}</p>}
      {later.map((receipt) => (
        <p key={`${receipt.till} ${receipt.number}`}>{t('tills.later', receipt)}</p>
      ))}
      {reasons.map((reason) => (
        <p key={reason} dir="auto">
          {reason}
        </p>
      ))}
      {entries.length > 0 && <Entries till={till} />}
      <Acts mfiId={mfiId} till={till} />
    </Panel>
  );
}

function Entries({ till: { entries, number: till } }: { till: Till }) {
  const { t, format } = useStaffText();
  return (
    <DataTable
      caption={t('tills.entries', { number: till })}
      rows={entries}
      rowKey={({ clientId }) => clientId}
      isDense
      columns={[
        {
          header: t('tills.receipt'),
          cell: ({ number, numberedBy }) =>
            numberedBy ? t('tills.lateReceipt', { number, till: numberedBy.number }) : number,
        },
        { header: t('people.name'), cell: ({ name, reference }) => <bdi>{name || reference}</bdi> },
        { header: t('tills.amount'), cell: ({ local }) => (local ? localAmount(local, format) : '–'), numeric: true },
        {
          header: t('tills.state'),
          cell: ({ state, result, signedBy }) =>
            state === 'refused'
              ? t(reasonOf(String(result)))
              : state === 'returned'
                ? t('tills.returned', { name: signedBy ?? '' })
                : t('tills.taken'),
        },
      ]}
    />
  );
}

function Acts({ mfiId, till }: { mfiId: string; till: Till }) {
  const { t } = useStaffText();
  const isOwn = useSession().user?.id === till.officerId;
  const [step, setStep] = useState<'closed' | 'received' | null>(null);
  const close = () => setStep(null);
  if (!till.mayClose && !till.mayReceive) return null;
  return (
    <Row>
      {till.mayReceive && (
        <Button {...help('till')} small onClick={() => setStep('received')}>
          {t('tills.receive')}
        </Button>
      )}
      {till.mayClose && (
        <Button {...help('till')} small variant="quiet" onClick={() => setStep('closed')}>
          {t('tills.close')}
        </Button>
      )}
      {step !== null && (
        <CountDialog
          mfiId={mfiId}
          till={till}
          state={step}
          expected={step === 'received' ? (till.counted ?? till.expected) : till.expected}
          isAbandoned={step === 'closed' && !isOwn}
          onDone={close}
          onClose={close}
        />
      )}
    </Row>
  );
}
