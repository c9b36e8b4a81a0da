import { deviceName } from '@sathi/domain/devices.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CodeField } from './code-field.tsx';
import styles from './security.module.css';

/** The secret of an authenticator app. This dialog alone holds it: neither the cache nor the device keeps it. */
export type AppSecret = { secret: string; url: string };

type Props = { totp: AppSecret; onAdded: (added: DataOf<'addFactor'>) => void; onClose: () => void };

/** Codes by an authenticator app: its secret as a picture, a link and a text, then the first code. */
export function AppDialog({ totp, onAdded, onClose }: Props) {
  const { t } = useText();
  const add = useSend('addFactor', { onSuccess: onAdded });
  const form = useForm(useState({ code: '' }), ({ code }) => ({ code: code === '' && t('common.required') }));
  const { code } = form.values;
  const name = deviceName(navigator.userAgent) || t('security.app');
  return (
    <FormDialog
      title={t('security.appTitle')}
      onClose={onClose}
      onSubmit={() => form.attempt(() => add.mutate({ body: { name, totp: code } }))}
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
        {...form.field('code')}
        label={t('factor.appCode')}
        error={form.errorAt('code') ?? (add.error ? errorSentence(add.error, t) : undefined)}
        required
      />
    </FormDialog>
  );
}
