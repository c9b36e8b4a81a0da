import { type ReactNode, useId } from 'react';
import type { HelpAction } from '../lib/help-mode.ts';
import type { ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Focused } from './focused.tsx';
import { Form } from './form.tsx';
import { FormFooter } from './form-footer.tsx';
import { Stack } from './page.tsx';

type Props = {
  title: string;
  about?: string;
  /** Stands above the form and outside it, where a dialog opens that is a form, too. */
  above?: ReactNode;
  onClose: () => void;
  onSubmit: () => void;
  busy: boolean;
  /** The server's refusal. */
  error: string | undefined;
  /** The button that sends. */
  submit: Pick<ButtonProps, 'variant' | 'children'> & { 'data-help'?: HelpAction };
  children: ReactNode;
};

/** A dialog that is one form, with the focus in its first field. */
export function FormDialog({ title, about, above, onClose, onSubmit, busy, error, submit, children }: Props) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      {...(about !== undefined && { about })}
      onClose={onClose}
      busy={busy}
      footer={<FormFooter {...submit} formId={formId} onCancel={onClose} busy={busy} />}
    >
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
