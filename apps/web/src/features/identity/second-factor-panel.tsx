import { deviceName } from '@sathi/domain/devices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import type { AppSecret } from './app-dialog.tsx';
import { hasPasskeys, madePasskey } from './passkey.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import styles from './security.module.css';

const AppDialog = lazyDialog(async () => {
  const { AppDialog: Component } = await import('./app-dialog.tsx');
  return { default: Component };
});

type State = DataOf<'findSecondFactor'>;

/** The second factors: what there is, another one, and the codes for the day they are lost (R34.1). */
export function SecondFactorPanel({ state }: { state: State }) {
  const { t } = useText();
  const setup = useSetup();
  const { factors, recoveryCodesLeft } = state;
  const hasApp = factors.some(({ kind }) => kind === 'totp');
  return (
    <Panel title={t('security.factorTitle')}>
      <p>{t('security.factorText')}</p>
      {!globalThis.isSecureContext && <p>{t('device.withoutTls')}</p>}
      {factors.length > 0 && (
        <ul className={styles.list} aria-label={t('security.factorTitle')}>
          {factors.map((factor) => (
            <Factor key={factor.id} factor={factor} busy={setup.isBusy} onRemove={() => void setup.remove(factor)} />
          ))}
        </ul>
      )}
      <Row>
        {hasPasskeys() && (
          <Button
            {...help('security')}
            icon="plus"
            variant={factors.length > 0 ? 'quiet' : 'primary'}
            busy={setup.isBusy}
            onClick={() => void setup.addPasskey()}
          >
            {t('security.addPasskey')}
          </Button>
        )}
        <Button
          {...help('security')}
          variant="quiet"
          icon="phone"
          disabled={setup.isBusy}
          onClick={() => void setup.openApp()}
        >
          {t(hasApp ? 'security.changeApp' : 'security.addApp')}
        </Button>
      </Row>
      {setup.problem && <FormError>{setup.problem}</FormError>}
      {factors.length > 0 && (
        <Row spread>
          <span>{t('security.codesLeft', { count: recoveryCodesLeft })}</span>
          <Button
            {...help('security')}
            variant="quiet"
            small
            disabled={setup.isBusy}
            onClick={() => void setup.renew()}
          >
            {t('security.newCodes')}
          </Button>
        </Row>
      )}
      {setup.app && <AppDialog totp={setup.app} onAdded={setup.added} onClose={setup.closeApp} />}
      {setup.codes && <RecoveryCodesDialog codes={setup.codes} onClose={setup.closeCodes} />}
    </Panel>
  );
}

type FactorProps = { factor: State['factors'][number]; busy: boolean; onRemove: () => void };

function Factor({ factor, busy, onRemove }: FactorProps) {
  const { t, format } = useText();
  const { kind, name, addedAt, lastUsedAt } = factor;
  return (
    <li className={styles.item}>
      <Stack gap="tight">
        <strong>
          {format.joined([t(kind === 'passkey' ? 'security.passkey' : 'security.app'), format.isolate(name)])}
        </strong>
        <span className={styles.soft}>
          {lastUsedAt === null
            ? t('security.addedOn', { date: format.date(addedAt) })
            : t('security.lastUsed', { date: format.date(lastUsedAt) })}
        </span>
      </Stack>
      <Button {...help('security')} variant="quiet" small icon="trash" disabled={busy} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </li>
  );
}

function useSetup() {
  const { t } = useText();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [app, setApp] = useState<AppSecret | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      await client.invalidateQueries({ queryKey: queryKeys.secondFactor });
    } catch (error) {
      setProblem(error instanceof ApiError ? errorSentence(error, t) : t('factor.passkeyFailed'));
    } finally {
      setBusy(false);
    }
  };
  const added = ({ recoveryCodes }: DataOf<'addFactor'>): void => {
    setApp(null);
    toast.success(t('security.added'));
    if (recoveryCodes) setCodes(recoveryCodes);
    // Answers that were refused without a second factor may come now.
    void client.invalidateQueries();
  };
  return {
    isBusy,
    problem,
    codes,
    app,
    added,
    openApp: () =>
      run(async () => {
        const begun = await call('beginFactor', { body: { kind: 'totp' } });
        if ('totp' in begun) setApp(begun.totp);
      }),
    closeApp: () => setApp(null),
    closeCodes: () => setCodes(null),
    addPasskey: () =>
      run(async () => {
        const begun = await call('beginFactor', { body: { kind: 'passkey' } });
        const passkey = 'passkey' in begun ? await madePasskey(begun.passkey) : undefined;
        const name = deviceName(navigator.userAgent) || t('security.passkey');
        added(await call('addFactor', { body: { name, passkey: passkey as never } }));
      }),
    remove: async ({ id, name }: State['factors'][number]) => {
      const message = t('security.removeQuestion', { name });
      if (!(await confirm({ message, danger: true, yes: t('security.remove') }))) return;
      await run(async () => call('removeFactor', { query: { id } }));
    },
    renew: () => run(async () => setCodes((await call('newRecoveryCodes', { body: {} })).recoveryCodes)),
  };
}
