import type { ReactNode } from 'react';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Focused } from './focused.tsx';
import { FormFooter } from './form-footer.tsx';

type Props = {
  title: string;
  onClose: () => void;
  busy: boolean;
  /** Its id is `formId`; submitting it leads to the review. */
  form: ReactNode;
  formId: string;
  /** False where nothing can be entered. */
  mayReview?: boolean;
  /** Everything that will be sent, to be read once more. */
  review: ReactNode;
  isReviewing: boolean;
  /** From the review back to the form. */
  onChange: () => void;
  /** What the button that sends says. */
  confirm: string;
  onConfirm: () => void;
};

/** For money: a form, then its review, and only from there something is sent (WCAG 3.3.4). */
export function ReviewedDialog(props: Props) {
  const { title, onClose, busy, form, formId, mayReview = true } = props;
  const { review, isReviewing, onChange, confirm, onConfirm } = props;
  const { t } = useText();
  const footer = isReviewing ? (
    <>
      <Button variant="quiet" disabled={busy} onClick={onChange}>
        {t('money.change')}
      </Button>
      <Button busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  ) : (
    <FormFooter formId={formId} onCancel={onClose} disabled={!mayReview}>
      {t('money.review')}
    </FormFooter>
  );
  return (
    <Dialog title={title} onClose={onClose} busy={busy} footer={footer}>
      {isReviewing ? (
        <Focused key="review" label={t('money.reviewTitle')}>
          {review}
        </Focused>
      ) : (
        <Focused key="form">{form}</Focused>
      )}
    </Dialog>
  );
}
