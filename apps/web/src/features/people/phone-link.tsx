import { useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Person } from './use-people.ts';
import styles from './people.module.css';

type Props = { person: Pick<Person, 'name' | 'phone' | 'isPhoneConfirmed'> };

/** A number to call; one that nobody has confirmed by SMS may be somebody else's, which is said (R33.2). */
export function PhoneLink({ person: { name, phone, isPhoneConfirmed } }: Props) {
  const { t } = useStaffText();
  return (
    <span className={styles.phone}>
      <a href={`tel:${phone}`} aria-label={t('people.call', { name, phone })}>
        <Icon name="phone" />
        <bdi dir="ltr">{phone}</bdi>
      </a>
      {!isPhoneConfirmed && <Badge tone="warm">{t('people.unconfirmed')}</Badge>}
    </span>
  );
}
