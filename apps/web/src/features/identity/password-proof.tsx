import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeField } from './code-field.tsx';
import { secondsFromNow } from './handover.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** The proof without a second factor: the password, then the code that it sends. */
export function PasswordProof({ onProven }: { onProven: () => void }) {
  const { t } = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [resendAt, setResendAt] = useState(0);
  const seconds = useSecondsUntil(resendAt);
  const give = useSend('stepUp', { onSuccess: onProven });
  const ask = useSend('stepUp', {
    onSuccess: (data) => {
      if ('codeDelivery' in data) setResendAt(secondsFromNow(data.codeDelivery.resendAfterSeconds));
    },
  });
  const sent = ask.data && 'codeDelivery' in ask.data ? ask.data.codeDelivery : undefined;
  const sendCode = () => ask.mutate({ body: { password } });
  if (!sent) {
    return (
      <Form onSubmit={() => password !== '' && sendCode()} busy={ask.isPending} error={bare(ask.error, t)}>
        <p>{t('proof.lead')}</p>
        <PasswordField
          label={t('identity.field.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
          error={ask.error?.messageFor('password')}
          required
        />
        <Button type="submit" wide busy={ask.isPending} disabled={password === ''}>
          {t('proof.next')}
        </Button>
      </Form>
    );
  }
  return (
    <>
      <Form onSubmit={() => code !== '' && give.mutate({ body: { code } })} busy={give.isPending}>
        <p>{t('proof.codeSent', { destination: `\u2066${sent.destination}\u2069` })}</p>
        <CodeField
          label={t('identity.field.code')}
          value={code}
          onValueChange={setCode}
          error={give.error ? errorSentence(give.error, t) : undefined}
          required
        />
        <Button type="submit" wide busy={give.isPending} disabled={code === ''}>
          {t('proof.confirm')}
        </Button>
      </Form>
      <Button variant="quiet" wide icon="refresh" busy={ask.isPending} disabled={seconds > 0} onClick={sendCode}>
        {seconds > 0 ? t('identity.verify.resendIn', { seconds }) : t('identity.verify.resend')}
      </Button>
    </>
  );
}

/** A refusal that belongs to no field. */
function bare(
  error: ReturnType<typeof useSend<'stepUp'>>['error'],
  t: ReturnType<typeof useText>['t'],
): string | undefined {
  return error && error.errors.length === 0 ? errorSentence(error, t) : undefined;
}
