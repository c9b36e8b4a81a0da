import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { ShowNumber } from './show-number.tsx';

type Props = { withdrawal: DataOf<'listWithdrawals'>[number]; mfiId: string };

/** Staff look at this before they send: how old the account and the session are, whose name it is, the whole number. */
export function PayoutCare({ withdrawal, mfiId }: Props) {
  const { t, format } = useText();
  const { warnings, requestedAt, sessionSince, destinationSince } = withdrawal;
  const isNew = warnings.includes('new_account');
  const since = destinationSince ?? requestedAt;
  return (
    <>
      {warnings.length > 0 && (
        <Banner tone="warm" icon="alert-circle" isAnnounced={false}>
          {isNew && <p>{t('money.care.newAccount')}</p>}
          {isNew && sessionSince && (
            <p>{t('money.care.session', { count: minutesBetween(sessionSince, requestedAt) })}</p>
          )}
          {warnings.includes('name_differs') && <p>{t('money.care.nameDiffers')}</p>}
        </Banner>
      )}
      {!isNew && <p>{t('money.care.knownSince', { date: format.date(since) })}</p>}
      <ShowNumber request={{ ...withdrawal, kind: 'withdrawal' }} mfiId={mfiId} />
    </>
  );
}

function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
}
