import { CODE_RESEND_SECONDS } from '@sathi/domain/accounts.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ApiError } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';
import { secondsFromNow, useHandover, useOnward } from './handover.ts';
import styles from './identity.module.css';
import { useSecondsUntil } from './use-seconds-until.ts';

type Props = {
  /** Undefined while no phone is known. */
  username: string | undefined;
  onSent: () => void;
};

/** Another code, as soon as the service gives one, and advice when none arrives (R17.7). */
export function ResendCode({ username, onSent }: Props) {
  const { t } = useText();
  const { resendAt: firstAt = 0, byEmail = false, noEmail = false } = useHandover();
  const [resendAt, setResendAt] = useState(firstAt);
  const [isEmailOffered, setEmailOffered] = useState(false);
  const seconds = useSecondsUntil(resendAt);
  const resend = useSend('resendCode', {
    onSuccess: ({ codeDelivery }) => {
      setResendAt(secondsFromNow(codeDelivery.resendAfterSeconds));
      setEmailOffered(codeDelivery.emailOffered);
      toast.success(t(codeDelivery.medium === 'EMAIL' ? 'identity.verify.leadEmail' : 'identity.verify.resent'));
      onSent();
    },
    onError: (error: ApiError) => {
      if (error.code === 'resend_too_soon') {
        setResendAt(secondsFromNow(error.retryAfterSeconds ?? CODE_RESEND_SECONDS));
      }
    },
  });
  const ask = (medium: 'SMS' | 'EMAIL') => {
    if (username !== undefined) resend.mutate({ body: { username, medium } });
  };
  const isWaiting = seconds > 0;
  return (
    <div className={styles.resend}>
      <Button
        {...help('sendCode')}
        variant="quiet"
        wide
        icon="refresh"
        busy={resend.isPending}
        disabled={isWaiting || username === undefined}
        onClick={() => ask('SMS')}
      >
        {isWaiting ? t('identity.verify.resendIn', { seconds }) : t('identity.verify.resend')}
      </Button>
      {resend.error && resend.error.code !== 'resend_too_soon' && (
        <FormError>{resend.error.code === 'code_expired' ? <Replaced /> : errorSentence(resend.error, t)}</FormError>
      )}
      <Help>
        <p>{t(byEmail ? 'identity.verify.helpCheckEmail' : 'identity.verify.helpCheck')}</p>
        {!byEmail &&
          !noEmail &&
          (isEmailOffered ? (
            <Button {...help('sendCode')} variant="quiet" icon="mail" disabled={isWaiting} onClick={() => ask('EMAIL')}>
              {t('identity.verify.byEmail')}
            </Button>
          ) : (
            <p>{t('identity.verify.helpEmailLater')}</p>
          ))}
      </Help>
    </div>
  );
}

/** The way on for a person whose sign-up another one has replaced: no code is sent for it any more. */
function Replaced() {
  const { t } = useText();
  const mfiName = useMfiName();
  const onward = useOnward();
  return (
    <Link href={paths.register(mfiName)} state={onward} className={styles.link}>
      {t('identity.verify.replaced')}
    </Link>
  );
}

function Help({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  const { data: mfi } = useMfi();
  const mfiName = useMfiName();
  const onward = useOnward();
  return (
    <details className={styles.help}>
      <summary>{t('identity.verify.help')}</summary>
      <div className={styles.helpBody}>
        {children}
        {mfi?.phone && (
          <p>
            {t('identity.verify.helpCall', { mfi: mfi.name })}{' '}
            <a href={`tel:${mfi.phone.replace(/[^\d+]/g, '')}`}>
              <bdi dir="ltr">{mfi.phone}</bdi>
            </a>
          </p>
        )}
        <Link href={paths.register(mfiName)} state={onward} className={styles.link}>
          {t('identity.verify.helpChange')}
        </Link>
      </div>
    </details>
  );
}
