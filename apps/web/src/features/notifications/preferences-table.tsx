import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { NotificationKind } from './notification-sentence.ts';
import styles from './notifications.module.css';

type Preference = DataOf<'listNotificationPreferences'>[number];

const NAMES: Readonly<Record<NotificationKind, TextKey>> = {
  backed: 'notifications.kind.backed',
  fully_backed: 'notifications.kind.fullyBacked',
  approved: 'notifications.kind.approved',
  changed: 'notifications.kind.changed',
  returned: 'notifications.kind.returned',
  expired: 'notifications.kind.expired',
  deadline_near: 'notifications.kind.deadlineNear',
  released: 'notifications.kind.released',
  withdrawal_sent: 'notifications.kind.withdrawalSent',
  withdrawal_failed: 'notifications.kind.withdrawalFailed',
  payment_entered: 'notifications.kind.paymentEntered',
  payment_approved: 'notifications.kind.paymentApproved',
  payment_rejected: 'notifications.kind.paymentRejected',
  repaid: 'notifications.kind.repaid',
  message: 'notifications.kind.message',
  update: 'notifications.kind.update',
  thanks: 'notifications.kind.thanks',
  invited: 'notifications.kind.invited',
  invitation_accepted: 'notifications.kind.invitationAccepted',
};
/** Only an office hears of these. */
const STAFF_KINDS: readonly NotificationKind[] = ['changed', 'payment_entered'];
const CHANNELS = [
  { channel: 'inApp', name: 'notifications.preferences.inApp' },
  { channel: 'email', name: 'notifications.preferences.email' },
  { channel: 'sms', name: 'notifications.preferences.sms' },
] as const;

/** A box for each kind of event and each way to hear of it, saved as soon as it is pressed. */
export default function PreferencesTable() {
  const { t } = useText();
  const { isStaff } = useSession();
  const id = useId();
  const { preferences, isError, retry, choose } = usePreferences();
  if (isError && !preferences) return <ErrorState onRetry={retry} />;
  if (!preferences) {
    return (
      <Held>
        <Skeleton shape="box" />
      </Held>
    );
  }
  const shown = preferences.filter(({ kind }) => isStaff || !STAFF_KINDS.includes(kind));
  return (
    <>
      <div className={styles.tableFrame}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{t('notifications.preferences.title')}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col" className={styles.event}>
                {t('notifications.preferences.event')}
              </th>
              {CHANNELS.map(({ channel, name }) => (
                <th key={channel} scope="col" id={`${id}${channel}`}>
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((preference) => (
              <tr key={preference.kind}>
                <th scope="row" id={`${id}${preference.kind}`} className={styles.event}>
                  {t(NAMES[preference.kind])}
                </th>
                {CHANNELS.map(({ channel }) => (
                  <td key={channel}>
                    <label className={styles.choice}>
                      <input
                        {...demo('preferences')}
                        className={styles.box}
                        type="checkbox"
                        aria-labelledby={`${id}${preference.kind} ${id}${channel}`}
                        checked={preference[channel]}
                        onChange={(event) => choose({ ...preference, [channel]: event.target.checked })}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{t('notifications.preferences.smsNote')}</p>
    </>
  );
}

/** A choice shows at once, and goes back when it could not be saved. */
function usePreferences() {
  const { t } = useText();
  const client = useQueryClient();
  const queryKey = queryKeys.notificationPreferences;
  const query = useQuery({ queryKey, queryFn: () => call('listNotificationPreferences', {}) });
  const put = (changed: Preference) =>
    client.setQueryData<Preference[]>(queryKey, (before) =>
      before?.map((preference) => (preference.kind === changed.kind ? changed : preference)),
    );
  const send = useSend('saveNotificationPreferences', {
    onSuccess: () => void toast.success(t('notifications.preferences.saved')),
    onError: (error) => {
      toast.error(errorSentence(error, t));
      void client.invalidateQueries({ queryKey });
    },
  });
  const choose = (changed: Preference) => {
    put(changed);
    send.mutate({ body: { preferences: [changed] } });
  };
  return { preferences: query.data, isError: query.isError, retry: () => void query.refetch(), choose };
}
