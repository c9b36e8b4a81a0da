import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ChoosePasswordLink } from './choose-password-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { newPasswordProblems } from './password-problems.ts';
import { useAccount } from './use-account.ts';

/** The password, and the dialog that changes it (R33.1); while there is none, the way to choose it. */
export function PasswordPanel() {
  const { t } = useText();
  const [isChanging, setChanging] = useState(false);
  const { data: account } = useAccount();
  if (account?.passwordLater) {
    return (
      <Panel title={t('identity.field.password')}>
        <p>{t('identity.choose.reminder')}</p>
        <Row>
          <ChoosePasswordLink />
        </Row>
      </Panel>
    );
  }
  return (
    <Panel title={t('identity.field.password')}>
      <p>{t('security.passwordText')}</p>
      <Row>
        <Button {...help('newPassword')} variant="quiet" onClick={() => setChanging(true)}>
          {t('security.changePassword')}
        </Button>
      </Row>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const change = useSend('changePassword', {
    invalidates: [queryKeys.sessions],
    onSuccess: () => {
      toast.success(t('security.passwordChanged'));
      onClose();
    },
  });
  const form = useForm(
    useState({ oldPassword: '', password: '', confirmation: '' }),
    (typed) => ({
      oldPassword: typed.oldPassword === '' && t('common.required'),
      ...inWords(newPasswordProblems(typed), t),
    }),
    change.error,
  );
  const { oldPassword, password: newPassword } = form.values;
  return (
    <FormDialog
      title={t('security.changePassword')}
      onClose={onClose}
      onSubmit={() => form.attempt(() => change.mutate({ body: { oldPassword, newPassword } }))}
      busy={change.isPending}
      error={change.error && change.error.errors.length === 0 ? errorSentence(change.error, t) : undefined}
      submit={{ children: t('security.changePassword'), ...help('newPassword') }}
    >
      <PasswordField
        label={t('security.oldPassword')}
        {...form.field('oldPassword')}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields
        label={t('identity.field.newPassword')}
        value={form.values}
        onValueChange={form.set}
        errors={{
          password: form.errorAt('password') ?? change.error?.messageFor('newPassword'),
          confirmation: form.errorAt('confirmation'),
        }}
      />
    </FormDialog>
  );
}
