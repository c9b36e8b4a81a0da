import { errorSentence } from '../../lib/error-sentence.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './chain.module.css';
import type { ChainStatus } from './use-chain.ts';

type Props = { status: ChainStatus; onRetry: () => void };

/** The name of the chain, how far it is and when that was read; or that it does not answer. */
export function NetworkState({ status, onRetry }: Props) {
  const { t, format } = useStaffText();
  const { data, error } = status;
  const again = (
    <Button variant="quiet" small icon="refresh" busy={status.isFetching} onClick={onRetry}>
      {t('common.tryAgain')}
    </Button>
  );
  if (!data && error) {
    return (
      <Banner tone="bad" icon="wifi-off" action={again}>
        {errorSentence(error, t)}
      </Banner>
    );
  }
  if (data?.height === null) {
    return (
      <Banner tone="bad" icon="wifi-off" action={again}>
        <strong>{t('chain.network.unreachable')}</strong>
        <br />
        {t('chain.network.unreachableText')}
      </Banner>
    );
  }
  return (
    <>
      <p className={styles.network}>
        {data ? (
          <>
            <b>
              {t('chain.network.line', {
                name: data.chainName,
                height: format.number(data.height),
              })}
            </b>
            <span>
              {t('chain.network.readAt', {
                time: format.time(new Date(status.dataUpdatedAt).toISOString()),
              })}
            </span>
          </>
        ) : (
          t('chain.network.reading')
        )}
      </p>
      {data && !data.healthy && (
        <Banner tone="info" icon="clock">
          {t('chain.network.settingUp')}
        </Banner>
      )}
    </>
  );
}
