import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { useReason } from '../../lib/use-reason.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { METHODS } from './withdrawal-details.ts';

export type Shown = Pick<DataOf<'listPayouts'>[number], 'kind' | 'id' | 'method'>;
type Props = { request: Shown; mfiId: string; onClose: () => void };

/** The whole account number, for a reason that its owner reads (R25.2). It is gone when the dialog closes. */
export function ShowPayoutDialog({ request, mfiId, onClose }: Props) {
  const { kind, id, method } = request;
  const { t } = useText();
  const form = useReason(`show-payout.${kind}.${id}`);
  const send = useSend('showPayout', { onSuccess: () => form.forget() });
  const { words } = METHODS[method];
  if (send.data) {
    const { accountName, accountNumber, bankName, branch } = send.data;
    return (
      <Dialog
        title={t('money.show.title')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <Focused label={t('money.show.title')}>
          <ReviewList
            rows={[
              { label: t(words.accountName), value: accountName },
              { label: t(words.accountNumber), value: <bdi dir="ltr">{accountNumber}</bdi> },
              ...(bankName ? [{ label: t('money.withdraw.bankName'), value: bankName }] : []),
              ...(branch ? [{ label: t('money.withdraw.branch'), value: branch }] : []),
            ]}
          />
        </Focused>
      </Dialog>
    );
  }
  const submit = () =>
    form.attempt(() => {
      send.mutate({ query: { mfiId }, body: { kind, id, reason: form.values.reason.trim() } });
    });
  return (
    <FormDialog
      title={t('money.show.title')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('moveWithdrawal'), children: t('money.show.submit') }}
    >
      <p>{t('money.show.lead')}</p>
      <TextAreaField
        label={t('money.reason')}
        hint={t('money.show.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
