import { type ReactNode, useId } from 'react';
import type { DemoAction } from '../lib/demo-mode.ts';
import type { ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Focused } from './focused.tsx';
import { Form } from './form.tsx';
import { FormFooter } from './form-footer.tsx';

type Props = {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  busy: boolean;
  /** What the server said. */
  error: string | undefined;
  /** The button that sends. */
  submit: Pick<ButtonProps, 'variant' | 'children'> & { 'data-demo'?: DemoAction };
  children: ReactNode;
};

/** A dialog that is one form, with the focus in its first field. */
export function FormDialog({ title, onClose, onSubmit, busy, error, submit, children }: Props) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      footer={<FormFooter {...submit} formId={formId} onCancel={onClose} busy={busy} />}
    >
      <Focused>
        <Form id={formId} onSubmit={onSubmit} busy={busy} error={error}>
          {children}
        </Form>
      </Focused>
    </Dialog>
  );
}
