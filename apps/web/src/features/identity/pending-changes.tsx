import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from './code-field.tsx';

type User = DataOf<'findUser'>;
type What = 'email' | 'phone';

/** The addresses that wait for the code that went there (R17.8), and an e-mail address or phone that was never confirmed (R33.2). */
export function PendingChanges({ user }: { user: User }) {
  const { pendingEmail, pendingPhone, isPhoneConfirmed } = user;
  // The address of an office is never confirmed.
  const isEmailConfirmed = user.isEmailConfirmed || user.isEmailOfOffice;
  return (
    <>
      {pendingEmail !== null && <PendingChange user={user} what="email" value={pendingEmail} />}
      {pendingPhone !== null && <PendingChange user={user} what="phone" value={pendingPhone} />}
      {pendingEmail === null && !isEmailConfirmed && <Unconfirmed user={user} what="email" />}
      {pendingPhone === null && !isPhoneConfirmed && <Unconfirmed user={user} what="phone" />}
    </>
  );
}

function PendingChange({ user, what, value }: { user: User; what: What; value: string }) {
  const { t, format } = useText();
  const [code, setCode] = useState('');
  const [wasAttempted, setAttempted] = useState(false);
  const invalidates = [queryKeys.user(user.id), queryKeys.sessions];
  const confirm = useSend('confirmChange', {
    invalidates,
    onSuccess: () => toast.success(t(what === 'email' ? 'profile.emailConfirmed' : 'profile.phoneConfirmed')),
  });
  const resend = useSend('resendChangeCode', { onSuccess: () => toast.success(t('identity.verify.resent')) });
  const drop = useSend('dropChange', { invalidates });
  const submit = () => {
    setAttempted(true);
    if (code !== '') confirm.mutate({ body: { what, code } });
  };
  const refusal = confirm.error ?? resend.error ?? drop.error;
  const missing = wasAttempted && code === '' ? t('common.required') : undefined;
  const isOwn = value === user[what];
  return (
    <Panel title={t(what === 'email' ? 'profile.confirmEmail' : 'profile.confirmPhone')}>
      <Form onSubmit={submit} busy={confirm.isPending} error={undefined}>
        <p>
          {t(isOwn ? 'profile.codeSent' : 'profile.codeSentNew', {
            address: format.isolate(value),
            before: format.isolate(user[what]),
          })}
        </p>
        <CodeField
          label={t('identity.field.code')}
          value={code}
          onValueChange={setCode}
          error={missing ?? (refusal ? errorSentence(refusal, t) : undefined)}
          required
        />
        <Row>
          <Button {...help('profile')} type="submit" busy={confirm.isPending}>
            {t('proof.confirm')}
          </Button>
          <Button
            {...help('sendCode')}
            variant="quiet"
            busy={resend.isPending}
            onClick={() => resend.mutate({ body: { what } })}
          >
            {t('profile.codeAgain')}
          </Button>
          {!isOwn && (
            <Button
              {...help('profile')}
              variant="quiet"
              busy={drop.isPending}
              onClick={() => drop.mutate({ query: { what } })}
            >
              {t(what === 'email' ? 'profile.keepEmail' : 'profile.keepPhone')}
            </Button>
          )}
        </Row>
      </Form>
    </Panel>
  );
}

function Unconfirmed({ user, what }: { user: User; what: What }) {
  const { t, format } = useText();
  const ask = useSend('resendChangeCode', { invalidates: [queryKeys.user(user.id)] });
  return (
    <Panel title={t(what === 'email' ? 'profile.confirmEmail' : 'profile.confirmPhone')}>
      <p>
        {what === 'email'
          ? t('profile.emailUnconfirmed', { address: format.isolate(user.email) })
          : t('profile.phoneUnconfirmed', { phone: format.isolate(user.phone) })}
      </p>
      <Row>
        <Button
          {...help('sendCode')}
          variant="quiet"
          busy={ask.isPending}
          onClick={() => ask.mutate({ body: { what } })}
        >
          {t('profile.sendCode')}
        </Button>
      </Row>
    </Panel>
  );
}
