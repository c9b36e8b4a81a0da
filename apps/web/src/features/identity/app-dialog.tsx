import { deviceName } from '@sathi/domain/devices.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeField } from './code-field.tsx';
import styles from './security.module.css';

/** Held by this dialog alone: neither the cache nor the device keeps it. */
export type AppSecret = { secret: string; url: string };

type Props = { totp: AppSecret; onAdded: (added: DataOf<'addFactor'>) => void; onClose: () => void };

/** Codes by an authenticator app: its secret as a picture, a link and a text, then the first code. */
export function AppDialog({ totp, onAdded, onClose }: Props) {
  const { t } = useText();
  const [code, setCode] = useState('');
  const add = useSend('addFactor', { onSuccess: onAdded });
  const name = deviceName(navigator.userAgent) || t('security.app');
  return (
    <FormDialog
      title={t('security.appTitle')}
      onClose={onClose}
      onSubmit={() => code !== '' && add.mutate({ body: { name, totp: code } })}
      busy={add.isPending}
      error={undefined}
      submit={{ children: t('proof.confirm'), ...help('security') }}
    >
      <p>{t('security.appScan')}</p>
      <QrCode text={totp.url} label={t('security.appPicture')} />
      <p>
        <a href={totp.url}>{t('security.appOpen')}</a>
      </p>
      <p>
        {t('security.appSecret')}{' '}
        <code className={styles.secret} dir="ltr">
          {totp.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <CodeField
        label={t('factor.appCode')}
        value={code}
        onValueChange={setCode}
        error={add.error ? errorSentence(add.error, t) : undefined}
        required
      />
    </FormDialog>
  );
}
