import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

type PhoneChange = DataOf<'listPhoneChanges'>[number];

/** The phones that are being changed: what waits for a second person, and what waits for its day (R33.4). */
export function PhoneChangeList({ mfiId }: { mfiId: string }) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const changes = useList('listPhoneChanges', queryKeys.phoneChanges(mfiId), { mfiId });
  const invalidates = [queryKeys.phoneChanges(mfiId)];
  const approve = useSend('approvePhoneChange', {
    invalidates,
    onSuccess: () => toast.success(t('phoneChange.approved')),
  });
  const drop = useSend('dropPhoneChange', { invalidates, onSuccess: () => toast.success(t('phoneChange.dropped')) });
  const error = approve.error ?? drop.error;
  const confirm = async ({ id, name, newPhone }: PhoneChange) => {
    const message = t('phoneChange.confirmQuestion', { name, phone: newPhone });
    if (await ask({ message, yes: t('phoneChange.confirm') }))
      approve.mutate({ query: { mfiId, id }, body: { state: 'approved' } });
  };
  if (!changes.rows) return changes.isError ? <ErrorState onRetry={changes.retry} /> : <Skeleton shape="box" />;
  if (changes.rows.length === 0)
    return <EmptyState icon="phone" title={t('phoneChange.none')} text={t('phoneChange.noneText')} />;
  return (
    <Stack>
      {error && <FormError>{errorSentence(error, t)}</FormError>}
      {changes.rows.map((change) => (
        <Item
          key={change.id}
          change={change}
          busy={approve.isPending || drop.isPending}
          onConfirm={() => void confirm(change)}
          onDrop={() => drop.mutate({ query: { mfiId, id: change.id } })}
        />
      ))}
      <MoreButton list={changes} />
    </Stack>
  );
}

type ItemProps = { change: PhoneChange; busy: boolean; onConfirm: () => void; onDrop: () => void };

function Item({ change, busy, onConfirm, onDrop }: ItemProps) {
  const { t, format } = useStaffText();
  const { name, oldPhone, newPhone, reason, enteredByName, enteredAt, inForceAt, endsAt, mayConfirm } = change;
  return (
    <Card padded>
      <Stack>
        <Row spread>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <Badge tone={inForceAt === null ? 'warm' : 'info'}>
            {inForceAt === null
              ? t('phoneChange.waits', { date: endsAt === null ? '' : format.date(endsAt) })
              : t('phoneChange.inForce', { date: format.dateTime(inForceAt) })}
          </Badge>
        </Row>
        <ReviewList
          rows={[
            { label: t('phoneChange.old'), value: <bdi dir="ltr">{oldPhone}</bdi> },
            { label: t('phoneChange.new'), value: <bdi dir="ltr">{newPhone}</bdi> },
            { label: t('phoneChange.reason'), value: <span dir="auto">{reason}</span> },
            { label: t('staff.enteredBy'), value: enteredByName ?? t('staff.log.operator') },
            { label: t('staff.enteredAt'), value: format.dateTime(enteredAt) },
          ]}
        />
        <Row>
          {mayConfirm && (
            <Button {...help('staff')} busy={busy} onClick={onConfirm}>
              {t('phoneChange.confirm')}
            </Button>
          )}
          <Button {...help('staff')} variant="quiet" disabled={busy} onClick={onDrop}>
            {t('phoneChange.drop')}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
