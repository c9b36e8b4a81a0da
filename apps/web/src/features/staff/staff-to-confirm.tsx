import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useStaffActions } from './staff-table.tsx';
import { ROLE_WORDS } from './staff-words.ts';
import { useStaffToConfirm } from './use-staff.ts';

/** The staff entries that wait for an officer to confirm them, where no other manager is there (R34.4). */
export function StaffToConfirm({ mfiId }: { mfiId: string }) {
  const { t, format } = useStaffText();
  const waiting = useStaffToConfirm(mfiId);
  const actions = useStaffActions(mfiId);
  if (!waiting.rows) return waiting.isError ? <ErrorState onRetry={waiting.retry} /> : <Skeleton shape="box" />;
  if (waiting.rows.length === 0)
    return <EmptyState icon="lock" title={t('staff.managersOnly')} text={t('staff.nothingToConfirm')} />;
  return (
    <Stack>
      {actions.error && <FormError>{errorSentence(actions.error, t)}</FormError>}
      {waiting.rows.map((row) => (
        <Card key={row.id} padded>
          <Stack>
            <ReviewList
              rows={[
                { label: t('staff.name'), value: row.name },
                { label: t('staff.phone'), value: <bdi dir="ltr">{row.phone}</bdi> },
                row.resetsFactor
                  ? { label: t('staff.state'), value: t('staff.resetWaits') }
                  : { label: t('staff.role'), value: t(ROLE_WORDS[row.role]) },
                { label: t('staff.enteredBy'), value: row.enteredByName },
                { label: t('staff.enteredAt'), value: format.dateTime(row.enteredAt) },
              ]}
            />
            <Button {...help('staff')} busy={actions.busy} onClick={() => actions.confirm(row)}>
              {t('staff.confirm', { name: row.name })}
            </Button>
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
