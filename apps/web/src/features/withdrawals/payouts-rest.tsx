import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';

/** Says before a person asks for money that none is sent yet, because staff have changed their phone (R33.4). */
export function PayoutsRest() {
  const { t, format } = useMoneyText();
  const id = useSession().user?.id ?? '';
  const { data: user } = useQuery({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => call('findUser', { params: { id } }, { signal }),
    enabled: id !== '',
  });
  if (!user?.payoutsRestUntil) return null;
  return (
    <Banner tone="warm" icon="clock">
      {t('credit.phoneRests', { date: format.dateTime(user.payoutsRestUntil) })}
    </Banner>
  );
}
