import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { forgetPictures } from '../../lib/service-worker-registration.ts';
import { endSession, useSession } from '../../lib/session.ts';
import { forgetDrafts } from '../../lib/stored-draft.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './own-data.module.css';
import { forgetWaiting } from '../waiting/waiting.ts';

const MoneyLeft = lazy(() => import('./money-left.tsx'));

type Closing = DataOf<'findClosing'>;

/** The reasons that hold an account open, each with what its person can do (R33.5). */
const HINDRANCES: Readonly<Record<NonNullable<Closing['hindrance']>, TextKey>> = {
  has_open_loans: 'ownData.closeOpenLoans',
  money_not_sent: 'ownData.closeNotSent',
  last_manager: 'ownData.closeLastManager',
  credit_below_zero: 'ownData.closeBelowZero',
};

/** The end of an account: what goes, what stays, and a question before it (R13.4). */
export function ClosingPanel() {
  const { t } = useText();
  const closing = useQuery({
    queryKey: queryKeys.closing,
    queryFn: ({ signal }) => call('findClosing', {}, { signal }),
  });
  const { close, sending } = useClosing();
  const [keptId, setKeptId] = useState('');
  const { data } = closing;
  const hasMore = data !== undefined && data.stillOut + data.credit > 0;
  return (
    <Panel title={t('ownData.closeTitle')}>
      {data && <WhatHappens closing={data} />}
      {!data &&
        (closing.error ? (
          <ErrorState text={errorSentence(closing.error, t)} onRetry={() => void closing.refetch()} />
        ) : (
          <Skeleton shape="box" />
        ))}
      {data?.hindrance && <Banner tone="warm">{t(HINDRANCES[data.hindrance])}</Banner>}
      {data && !data.hindrance && hasMore && (
        <Suspense fallback={null}>
          <MoneyLeft credit={data.credit} value={keptId} onValueChange={setKeptId} />
        </Suspense>
      )}
      {data && !data.hindrance && (
        <Row>
          <Button {...help('security')} variant="danger" busy={sending.isPending} onClick={() => void close(keptId)}>
            {t('ownData.close')}
          </Button>
        </Row>
      )}
      {sending.error && <FormError>{errorSentence(sending.error, t)}</FormError>}
    </Panel>
  );
}

function WhatHappens({ closing }: { closing: Closing }) {
  const { t, format } = useText();
  const { proposals, awaited, stillOut, credit } = closing;
  return (
    <ul className={styles.list}>
      <li>{t('ownData.closeGoes')}</li>
      {proposals > 0 && <li>{t('ownData.closeProposals', { count: proposals })}</li>}
      {awaited > 0 && <li>{t('ownData.closeAwaited', { amount: format.money(awaited) })}</li>}
      <li>{t('ownData.closeMessages')}</li>
      <li>{t('ownData.closeStays')}</li>
      {(stillOut > 0 || credit > 0) && (
        <li>{t('ownData.closeMoney', { stillOut: format.money(stillOut), credit: format.money(credit) })}</li>
      )}
    </ul>
  );
}

/** Asks, closes, and leaves nothing of the person on this device. */
function useClosing() {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { user } = useSession();
  const mfiName = useMfiName();
  const sending = useSend('closeAccount', {
    onSuccess: () => {
      navigate(paths.start(mfiName));
      forgetDrafts();
      endSession();
      client.clear();
      void forgetPictures();
      void forgetWaiting(user?.id);
      toast.success(t('ownData.closed'));
    },
  });
  const close = async (keptId: string): Promise<void> => {
    const isSure = await confirm({
      title: t('ownData.closeTitle'),
      message: t('ownData.closeQuestion'),
      checks: [t('ownData.closeCheck')],
      yes: t('ownData.close'),
      danger: true,
    });
    if (isSure) sending.mutate({ body: keptId === '' ? {} : { payoutAccountId: keptId } });
  };
  return { close, sending };
}
