import { lazy, Suspense, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';
import { decisionQuery, staleAfterDecision } from './decision-call.ts';
import type { DecisionSubject } from './decision-subject.ts';

const AdvanceDialog = lazy(() => import('./advance-dialog.tsx'));

type Props = { subject: DecisionSubject; onClose: () => void };

/** The MFI, as the liquidity provider, says that it holds or advances the money (R3.2, T11). */
export function ReleaseDialog({ subject, onClose }: Props) {
  const { t, format } = useStaffText();
  const amount = sumFirstLocal(subject, format);
  const [unpaid, setUnpaid] = useState(subject.unpaid);
  const send = useMoneySend('releaseFunds', {
    invalidates: staleAfterDecision(subject),
    onSuccess: () => {
      toast.success(t('mfi.release.success', { amount, name: subject.userName }));
      onClose();
    },
    onError: ({ code, extras: { unpaidAmount, unpaidBackers } }) => {
      if (code === 'unpaid_backings') setUnpaid({ amount: Number(unpaidAmount), backers: Number(unpaidBackers) });
    },
  });
  if (unpaid) {
    return (
      <Suspense fallback={null}>
        <AdvanceDialog subject={subject} unpaid={unpaid} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Dialog
      title={t('mfi.release.title')}
      onClose={onClose}
      busy={send.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={send.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button busy={send.isPending} onClick={() => send.mutate({ query: decisionQuery(subject) })}>
            {t('mfi.release.submit', { amount })}
          </Button>
        </>
      }
    >
      <Focused label={t('mfi.release.title')}>
        <Stack>
          <ReviewList
            rows={[
              { label: t('mfi.amount'), value: subject.local ? amount : t('money.usd', { amount }) },
              { label: t('mfi.loan'), value: subject.title },
              { label: t('mfi.borrower'), value: subject.userName },
            ]}
          />
          <p>{t('mfi.release.statement', { mfi: subject.mfiName, amount })}</p>
          <p>{t('mfi.release.then', { name: subject.userName })}</p>
          {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
        </Stack>
      </Focused>
    </Dialog>
  );
}
