import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Picture } from '../files/picture.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { REASONS } from './report-reasons.ts';
import styles from './report-queue.module.css';
import type { ReportedCase } from './reported-case.ts';

const KINDS: Readonly<Record<ReportedCase['kind'], StaffTextKey>> = {
  proposal: 'reports.kindProposal',
  update: 'reports.kindUpdate',
  message: 'reports.kindMessage',
  picture: 'reports.kindPicture',
  person: 'reports.kindPerson',
};

/** The things that people reported and staff have not decided about, the oldest first (R34.6). */
export function ReportQueue({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const reports = useList('listReports', queryKeys.reports(mfiId), { mfiId });
  const [deciding, setDeciding] = useState<ReportedCase | null>(null);
  if (reports.isError && !reports.rows) return <ErrorState onRetry={reports.retry} />;
  if (!reports.rows) return <Skeleton shape="box" />;
  if (reports.rows.length === 0)
    return <EmptyState icon="check-circle" title={t('reports.none')} text={t('reports.noneText')} />;
  return (
    <Stack>
      {reports.rows.map((row) => (
        <CaseCard key={row.id} row={row} onDecide={() => setDeciding(row)} />
      ))}
      <MoreButton list={reports} />
      {deciding && <DecisionDialog mfiId={mfiId} of={deciding} onClose={() => setDeciding(null)} />}
    </Stack>
  );
}

function CaseCard({ row, onDecide }: { row: ReportedCase; onDecide: () => void }) {
  const { t, format } = useStaffText();
  const { title, ownerName, words, image, state, reasons, openedAt, hiddenAt, appeal, decidedByName } = row;
  return (
    <Card padded>
      <Stack gap="tight">
        <h2 dir="auto">{t(KINDS[row.kind], { title })}</h2>
        {image !== null && (
          <div className={styles.picture}>
            <Picture
              image={image}
              pass={row.picturePass}
              alt={t('reports.picture', { title })}
              sizes="(min-width: 60rem) 40rem, 90vw"
            />
          </div>
        )}
        {words !== '' && <p dir="auto">{words}</p>}
        <p>{t('reports.of', { name: ownerName })}</p>
        <ul className={styles.reasons}>
          {reasons.map(({ reason, count, counted }) => (
            <li key={reason}>{t('reports.reason', { reason: t(REASONS[reason]), count, counted })}</li>
          ))}
        </ul>
        <p>{t('reports.since', { date: format.date(openedAt) })}</p>
        {state === 'hidden' && hiddenAt !== null && (
          <Badge tone="warm">{t('reports.hiddenSince', { date: format.date(hiddenAt) })}</Badge>
        )}
        {appeal !== null && (
          <>
            <p dir="auto">{t('reports.hiddenBy', { name: decidedByName ?? '', reason: row.decisionReason ?? '' })}</p>
            <p dir="auto">{t('reports.appeal', { text: appeal })}</p>
          </>
        )}
        <Row>
          {row.mayDecide || row.mayAnswer ? (
            <Button {...help('decideReport')} small onClick={onDecide}>
              {t(appeal === null ? 'reports.decide' : 'reports.answer')}
            </Button>
          ) : (
            <p>{t(appeal === null ? 'reports.notYours' : 'reports.answeredByOthers')}</p>
          )}
          <LinkButton variant="quiet" small href={paths.proposal(row.mfiName, row.proposalId)}>
            {t('reports.open')}
          </LinkButton>
        </Row>
      </Stack>
    </Card>
  );
}
