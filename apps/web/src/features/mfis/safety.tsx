import { useMfiName } from '../../lib/paths.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './start.module.css';

const PROTECTIONS: readonly TextKey[] = [
  'identity.start.safeChecked',
  'identity.start.safeReturned',
  'identity.start.safeLedger',
];

/** How the money is kept, and that it may be lost: side by side, in the same size. */
export function Safety() {
  const { t } = useText();
  const mfi = useMfiName();
  return (
    <section aria-labelledby="safety">
      <h2 id="safety" className={styles.heading}>
        {t('identity.start.safetyTitle')}
      </h2>
      <div className={styles.safety}>
        <div className={styles.safe}>
          <h3>
            <Icon name="check-circle" />
            {t('identity.start.safeHow')}
          </h3>
          <ul className={styles.protections}>
            {PROTECTIONS.map((protection) => (
              <li key={protection}>
                <Icon name="check" />
                {t(protection, { mfi })}
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.risk}>
          <h3>
            <Icon name="alert-circle" />
            {t('identity.start.riskHow')}
          </h3>
          <p>{t('identity.start.riskText')}</p>
        </div>
      </div>
    </section>
  );
}
