import { useText } from '../lib/text.tsx';
import { Button, type ButtonProps } from './button.tsx';

type Props = Omit<ButtonProps, 'type' | 'form'> & { formId: string; onCancel: () => void };

/** The buttons under the form of a dialog: leave it, or send it. A form under way cannot be left. */
export function FormFooter({ formId, onCancel, ...submit }: Props) {
  const { t } = useText();
  return (
    <>
      <Button variant="quiet" disabled={submit.busy} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button {...submit} type="submit" form={formId} />
    </>
  );
}
