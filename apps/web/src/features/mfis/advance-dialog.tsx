import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';
import { decisionQuery, staleAfterDecision } from './decision-call.ts';
import type { DecisionSubject } from './decision-subject.ts';

type Props = { subject: DecisionSubject; unpaid: NonNullable<DecisionSubject['unpaid']>; onClose: () => void };

/** Why nothing is released yet; the institution may take the place of those who have not paid, by an act of its own (R20.5). */
export default function AdvanceDialog({ subject, unpaid, onClose }: Props) {
  const { t, format } = useStaffText();
  const ask = useConfirm();
  const { mfiName: mfi, userName: name } = subject;
  const amount = format.money(unpaid.amount);
  const send = useMoneySend('releaseFunds', {
    invalidates: staleAfterDecision(subject),
    onSuccess: () => {
      toast.success(t('mfi.release.success', { amount: sumFirstLocal(subject, format), name }));
      onClose();
    },
  });
  const advance = async () => {
    const message = t('release.advanceQuestion', { mfi, amount, count: unpaid.backers });
    if (await ask({ title: t('release.advance', { amount }), message, yes: t('release.advanceYes') }))
      send.mutate({ query: decisionQuery(subject), body: { advance: true } });
  };
  return (
    <Dialog
      title={t('release.unpaidTitle')}
      about={subject.title}
      onClose={onClose}
      busy={send.isPending}
      footer={
        <>
          <Button {...help('release')} variant="quiet" busy={send.isPending} onClick={() => void advance()}>
            {t('release.advance', { amount })}
          </Button>
          <Button disabled={send.isPending} onClick={onClose}>
            {t('release.wait')}
          </Button>
        </>
      }
    >
      <Focused label={t('release.unpaidTitle')}>
        <Stack>
          <ReviewList
            rows={[
              { label: t('mfi.amount'), value: sumFirstLocal(subject, format) },
              { label: t('release.unpaid'), value: amount },
              { label: t('money.backers.title'), value: format.number(unpaid.backers) },
            ]}
          />
          <p>{t('release.waitText', { name })}</p>
          <p>{t('release.advanceText', { mfi })}</p>
          <Row>
            <LinkButton variant="plain" href={paths.mfiAwaited(mfi)} onClick={onClose}>
              {t('release.toAwaited')}
            </LinkButton>
          </Row>
          {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
        </Stack>
      </Focused>
    </Dialog>
  );
}
