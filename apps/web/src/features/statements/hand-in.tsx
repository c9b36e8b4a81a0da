import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DropArea } from '../../ui/drop-area.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ColumnsQuestion } from './columns-question.tsx';
import { type Statement, useHandIn } from './use-hand-in.ts';

const StatementsDialog = lazyDialog(() => import('./statements-dialog.tsx'));

type Props = { mfiId: string; account: { id: string; currency: string } };

/** A file of the bank is dropped or chosen, read while its progress is shown, and counted (R21). */
export function HandIn({ mfiId, account }: Props) {
  const accountId = account.id;
  const [isListed, setListed] = useState(false);
  const { t, format } = useStaffText();
  const { hand, again, isReading, progress, error, statement } = useHandIn(mfiId, accountId);
  const percent = progress && progress.of > 0 ? progress.read / progress.of : 0;
  return (
    <Panel title={t('desk.handIn')}>
      <Stack>
        <DropArea hint={t('desk.drop')} label={t('desk.choose')} action="statement" isBusy={isReading} onFile={hand} />
        <div aria-live="polite">
          {isReading && (
            <ProgressBar value={percent} max={1} sentence={t('desk.reading', { percent: format.percent(percent) })} />
          )}
          {!isReading && statement && <Counts statement={statement} />}
        </div>
        {!isReading && error?.code === 'mapping_needed' && (
          <ColumnsQuestion mfiId={mfiId} accountId={accountId} error={error} onKnown={again} />
        )}
        {!isReading && error && error.code !== 'mapping_needed' && <FormError>{errorSentence(error, t)}</FormError>}
        <Row>
          <Button variant="quiet" icon="history" onClick={() => setListed(true)}>
            {t('desk.files')}
          </Button>
        </Row>
        {isListed && <StatementsDialog mfiId={mfiId} account={account} onClose={() => setListed(false)} />}
      </Stack>
    </Panel>
  );
}

function Counts({ statement }: { statement: Statement }) {
  const { t } = useStaffText();
  const { lines, newLines, automatic, suggested, open, badRows } = statement;
  if (newLines === 0) return <Banner tone="info">{t('desk.nothingNew', { lines })}</Banner>;
  return (
    <Banner tone="good">
      {t('desk.counts', { newLines, automatic, suggested, open })}
      {badRows.length > 0 && ` ${t('desk.badRows', { rows: badRows.map(({ row }) => row).join(', ') })}`}
    </Banner>
  );
}
