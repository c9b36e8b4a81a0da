import { OUTCOME_WORDS, STEP_WORDS, WAY_WORDS } from '../../lib/contact-words.ts';
import { type Paid, paidHow } from '../../lib/paid-how.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { WorkColumn } from '../../ui/work-table.tsx';
import styles from './office.module.css';
import type { Entry } from './queue-entry.ts';

type LateEntry = DataOf<'findMfiPortfolio'>['late']['entries'][number];

/** The borrower with a number to call, on a phone too, and below them how a payment was made. */
export function Borrower({ entry }: { entry: Entry }) {
  const { t } = useStaffText();
  const { userName } = entry;
  if ('paymentId' in entry) {
    return (
      <>
        <bdi>{userName}</bdi>
        <HowPaid payment={entry} />
      </>
    );
  }
  if (!isLate(entry) || entry.phone === '') return <bdi>{userName}</bdi>;
  const { phone, isPhoneConfirmed } = entry;
  return (
    <>
      <bdi>{userName}</bdi>{' '}
      <a href={`tel:${phone}`} aria-label={t('people.call', { name: userName, phone })}>
        <bdi dir="ltr">{phone}</bdi>
      </a>
      {!isPhoneConfirmed && ` (${t('people.unconfirmed')})`}
    </>
  );
}

/** The way in which a payment was made, to be held against the statement. */
function HowPaid({ payment }: { payment: Paid }) {
  const text = useStaffText();
  return (
    <div className={styles.how}>
      {payment.hasSlip && (
        <>
          <Icon name="image" /> <VisuallyHidden>{text.t('money.repay.slip')}</VisuallyHidden>
        </>
      )}
      {text.format.joined(paidHow({ ...payment, hasSlip: false }, text))}
    </div>
  );
}

/** The next step with a late loan, and the last contact below it (R27.3). */
export function useNextStep(): WorkColumn<Entry> {
  const { t, format } = useStaffText();
  const last = ({ lastContact }: LateEntry): string => {
    if (lastContact === null) return t('contacts.none');
    const { at, way, outcome, promisedOn } = lastContact;
    const came =
      promisedOn === null ? t(OUTCOME_WORDS[outcome]) : t('contacts.promised', { date: format.date(promisedOn) });
    return format.joined([format.date(at), t(WAY_WORDS[way]), came]);
  };
  return {
    key: 'step',
    header: t('contacts.next'),
    sortBy: (entry) => (isLate(entry) ? entry.nextStep : ''),
    cell: (entry) =>
      isLate(entry) && (
        <>
          <div>{t(STEP_WORDS[entry.nextStep])}</div>
          <div className={styles.age}>{last(entry)}</div>
        </>
      ),
  };
}

function isLate(entry: Entry): entry is LateEntry {
  return 'nextStep' in entry;
}
