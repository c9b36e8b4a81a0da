import { KIND_GROUPS, type KindGroup } from '@sathi/domain/notifications.ts';
import { useId, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useSession } from '../../lib/session.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Held } from '../../ui/hold-until.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './notifications.module.css';
import { type Preference, usePreferences } from './use-preferences.ts';

const GROUPS = Object.entries({
  funding: 'notifications.group.funding',
  repaying: 'notifications.group.repaying',
  money: 'notifications.group.money',
  news: 'notifications.group.news',
  office: 'notifications.group.office',
} satisfies Record<KindGroup, TextKey>) as ReadonlyArray<[KindGroup, TextKey]>;

const NAMES: Readonly<Record<Preference['kind'], TextKey>> = {
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

/** A box for each group of events and each way to hear of it, and those of its kinds. Each is saved as soon as it is pressed. */
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
  const kindsOf = (group: KindGroup) => preferences.filter(({ kind }) => isOf(group, kind));
  const shown = GROUPS.filter(([group]) => (isStaff || group !== 'office') && kindsOf(group).length > 0);
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
          {shown.map(([group, name]) => (
            <GroupRows key={group} id={id} name={t(name)} kinds={kindsOf(group)} choose={choose} />
          ))}
        </table>
      </div>
      <p className={styles.note}>{t('notifications.preferences.smsNote')}</p>
    </>
  );
}

function isOf(group: KindGroup, kind: Preference['kind']): boolean {
  return KIND_GROUPS[group].some((each) => each === kind);
}

type Choose = (preferences: Preference[]) => void;

/** The boxes of a group set all its kinds, whose own rows are folded below. */
function GroupRows(props: { id: string; name: string; kinds: Preference[]; choose: Choose }) {
  const { id, name, kinds, choose } = props;
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const groupId = useId();
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" id={groupId} className={styles.event}>
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-forward'} size="small" />
            {name}
          </button>
        </th>
        <Boxes id={id} row={groupId} kinds={kinds} choose={choose} />
      </tr>
      {isOpen &&
        kinds.map((preference) => (
          <tr key={preference.kind}>
            <th scope="row" id={`${id}${preference.kind}`} className={styles.event}>
              {t(NAMES[preference.kind])}
            </th>
            <Boxes id={id} row={`${id}${preference.kind}`} kinds={[preference]} choose={choose} />
          </tr>
        ))}
    </tbody>
  );
}

/** A row's boxes: each sets its way for all `kinds`, and is neither on nor off while they differ. */
function Boxes({ id, row, kinds, choose }: { id: string; row: string; kinds: Preference[]; choose: Choose }) {
  return CHANNELS.map(({ channel }) => {
    const isOn = kinds.every((kind) => kind[channel]);
    const isMixed = !isOn && kinds.some((kind) => kind[channel]);
    return (
      <td key={channel}>
        <label className={styles.choice}>
          <input
            {...help('preferences')}
            ref={(box) => {
              if (box) box.indeterminate = isMixed;
            }}
            className={styles.box}
            type="checkbox"
            aria-labelledby={`${row} ${id}${channel}`}
            checked={isOn}
            onChange={(event) => choose(kinds.map((kind) => ({ ...kind, [channel]: event.target.checked })))}
          />
        </label>
      </td>
    );
  });
}
