import { type ReactNode, useId } from 'react';
import type { HelpAction } from '../lib/help-mode.ts';
import type { ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Focused } from './focused.tsx';
import { Form } from './form.tsx';
import { FormFooter } from './form-footer.tsx';

type Props = {
  title: string;
  about?: string;
  onClose: () => void;
  onSubmit: () => void;
  busy: boolean;
  /** The server's refusal. */
  error: string | undefined;
  /** The button that sends. */
  submit: Pick<ButtonProps, 'variant' | 'children' | 'disabled'> & { 'data-help'?: HelpAction };
  children: ReactNode;
};

/** A dialog that is one form, with the focus in its first field. */
export function FormDialog({ title, about, onClose, onSubmit, busy, error, submit, children }: Props) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      {...(about !== undefined && { about })}
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
