import type { ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import type { useReviewedForm } from '../lib/use-reviewed-form.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Focused } from './focused.tsx';
import { FormFooter } from './form-footer.tsx';

type Props = {
  title: string;
  about?: string;
  onClose: () => void;
  busy: boolean;
  /** Its id is `formId`; submitting it leads to the review. */
  form: ReactNode;
  formId: string;
  /** False where nothing can be entered. */
  mayReview?: boolean;
  /** The content to be sent, to be read once more. */
  review: ReactNode;
  reviewed: Pick<ReturnType<typeof useReviewedForm>, 'isReviewing' | 'back' | 'confirm'>;
  /** The words of the button that sends. */
  confirm: string;
  onConfirm: () => void;
};

/** A dialog for money: a form, then its review, and only from there the request is sent (WCAG 3.3.4). */
export function ReviewedDialog(props: Props) {
  const { title, about, onClose, busy, form, formId, mayReview = true } = props;
  const { review, reviewed, confirm, onConfirm } = props;
  const { t } = useText();
  const footer = reviewed.isReviewing ? (
    <>
      <Button variant="quiet" disabled={busy} onClick={reviewed.back}>
        {t('common.change')}
      </Button>
      <Button busy={busy} onClick={() => reviewed.confirm(onConfirm)}>
        {confirm}
      </Button>
    </>
  ) : (
    <FormFooter formId={formId} onCancel={onClose} disabled={!mayReview}>
      {t('common.review')}
    </FormFooter>
  );
  return (
    <Dialog title={title} {...(about !== undefined && { about })} onClose={onClose} busy={busy} footer={footer}>
      {reviewed.isReviewing ? (
        <Focused key="review" label={t('common.reviewTitle')}>
          {review}
        </Focused>
      ) : (
        <Focused key="form">{form}</Focused>
      )}
    </Dialog>
  );
}
