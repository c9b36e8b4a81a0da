import { STAFF_KINDS } from '@sathi/domain/notifications.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { callWholeList } from '../../lib/call-whole-list.ts';
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
import styles from './notifications.module.css';

type Preference = DataOf<'listNotificationPreferences'>[number];
type NotificationKind = Preference['kind'];

const NAMES: Readonly<Record<NotificationKind, TextKey>> = {
  backed: 'notifications.kind.backed',
  fully_backed: 'notifications.kind.fullyBacked',
  partly_backed: 'notifications.kind.partlyBacked',
  approved: 'notifications.kind.approved',
  changed: 'notifications.kind.changed',
  returned: 'notifications.kind.returned',
  expired: 'notifications.kind.expired',
  deadline_near: 'notifications.kind.deadlineNear',
  extended: 'notifications.kind.extended',
  released: 'notifications.kind.released',
  release_undone: 'notifications.kind.releaseUndone',
  release_unsent: 'notifications.kind.releaseUnsent',
  withdrawal_sent: 'notifications.kind.withdrawalSent',
  withdrawal_failed: 'notifications.kind.withdrawalFailed',
  payment_entered: 'notifications.kind.paymentEntered',
  payment_approved: 'notifications.kind.paymentApproved',
  payment_rejected: 'notifications.kind.paymentRejected',
  payment_reversed: 'notifications.kind.paymentReversed',
  receipt: 'notifications.kind.receipt',
  repayment_due: 'notifications.kind.repaymentDue',
  repayment_late: 'notifications.kind.repaymentLate',
  loan_late: 'notifications.kind.loanLate',
  plan_offered: 'notifications.kind.planOffered',
  plan_answered: 'notifications.kind.planAnswered',
  plan_changed: 'notifications.kind.planChanged',
  hardship_asked: 'notifications.kind.hardshipAsked',
  hardship_answered: 'notifications.kind.hardshipAnswered',
  hardship_ended: 'notifications.kind.hardshipEnded',
  loan_paused: 'notifications.kind.loanPaused',
  default_asked: 'notifications.kind.defaultAsked',
  loan_defaulted: 'notifications.kind.loanDefaulted',
  recovered: 'notifications.kind.recovered',
  written_off: 'notifications.kind.writtenOff',
  forgiven: 'notifications.kind.forgiven',
  repaid: 'notifications.kind.repaid',
  message: 'notifications.kind.message',
  update: 'notifications.kind.update',
  thanks: 'notifications.kind.thanks',
  invited: 'notifications.kind.invited',
  invitation_accepted: 'notifications.kind.invitationAccepted',
  to_confirm: 'notifications.kind.toConfirm',
  freeze_stands: 'notifications.kind.freezeStands',
  reported: 'notifications.kind.reported',
  report_decided: 'notifications.kind.reportDecided',
  saved_search: 'notifications.kind.savedSearch',
  pay_in_asked: 'notifications.kind.payInAsked',
  pay_in_due: 'notifications.kind.payInDue',
  pay_in_received: 'notifications.kind.payInReceived',
  pay_in_lapsed: 'notifications.kind.payInLapsed',
  lapse_near: 'notifications.kind.lapseNear',
  all_received: 'notifications.kind.allReceived',
  day_differs: 'notifications.kind.dayDiffers',
  taken_over: 'notifications.kind.takenOver',
  pay_in_reversed: 'notifications.kind.payInReversed',
  payout_sent: 'notifications.kind.payoutSent',
  payout_failed: 'notifications.kind.payoutFailed',
  relent: 'notifications.kind.relent',
  debt_old: 'notifications.kind.debtOld',
};
const CHANNELS = [
  { channel: 'inApp', name: 'notifications.preferences.inApp' },
  { channel: 'email', name: 'notifications.preferences.email' },
  { channel: 'sms', name: 'notifications.preferences.sms' },
] as const;

/** A box for each kind of event and each way to hear of it, saved as soon as it is pressed. */
export function PreferencesTable() {
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
                        {...help('preferences')}
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

type Chosen = Readonly<Partial<Record<NotificationKind, Preference>>>;

/**
 * A choice shows at once, and goes back when it could not be saved. Until it is saved it stands over what the server says:
 * an answer may come that was asked for before the press. A choice kept in the cache alone would be drawn after the press
 * has ended, and the box would jump back for that moment.
 */
function usePreferences() {
  const { t } = useText();
  const client = useQueryClient();
  const queryKey = queryKeys.notificationPreferences;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callWholeList('listNotificationPreferences', {}, { signal }),
  });
  const [chosen, setChosen] = useState<Chosen>({});
  /** A later choice of the same kind stays. */
  const forget = (sent: readonly Preference[]) =>
    setChosen((all) => Object.fromEntries(Object.entries(all).filter(([, choice]) => !sent.includes(choice))));
  const put = (saved: readonly Preference[]) =>
    client.setQueryData<Preference[]>(queryKey, (before) =>
      before?.map((preference) => saved.find(({ kind }) => kind === preference.kind) ?? preference),
    );
  const send = useSend('saveNotificationPreferences', {
    // Also ends a question from before the press.
    invalidates: [queryKey],
    onSuccess: (_, { body }) => {
      put(body.preferences);
      forget(body.preferences);
      toast.success(t('notifications.preferences.saved'));
    },
    onError: (error, { body }) => {
      forget(body.preferences);
      toast.error(errorSentence(error, t));
      void client.invalidateQueries({ queryKey });
    },
  });
  const choose = (changed: Preference) => {
    setChosen((all) => ({ ...all, [changed.kind]: changed }));
    send.mutate({ body: { preferences: [changed] } });
  };
  const preferences = query.data?.map((preference) => chosen[preference.kind] ?? preference);
  return { preferences, isError: query.isError, retry: () => void query.refetch(), choose };
}
