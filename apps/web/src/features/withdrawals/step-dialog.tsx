import { type ComponentProps, type ReactNode, useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Form } from '../../ui/form.tsx';
import type { FormDialog } from '../../ui/form-dialog.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { Stack } from '../../ui/page.tsx';

type Props = ComponentProps<typeof FormDialog> & {
  /** Stands above the form and outside it: a dialog that opens from here is a form, too. */
  above: ReactNode;
};

/** A step of a request: its facts, and the form that takes it. The form dialog of all pages has no room for both. */
export function StepDialog({ above, onSubmit, error, submit, children, ...dialog }: Props) {
  const formId = useId();
  const { onClose, busy } = dialog;
  return (
    <Dialog {...dialog} footer={<FormFooter {...submit} formId={formId} onCancel={onClose} busy={busy} />}>
      <Stack>
        {above}
        <Focused>
          <Form id={formId} onSubmit={onSubmit} busy={busy} error={error}>
            {children}
          </Form>
        </Focused>
      </Stack>
    </Dialog>
  );
}
