import { Link } from 'wouter';
import { useOnward } from '../../features/identity/handover.ts';
import styles from '../../features/mfis/start.module.css';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

type Door = { name: 'borrow' | 'help'; icon: IconName; title: TextKey; text: TextKey };

const DOORS: readonly Door[] = [
  { name: 'borrow', icon: 'seedling', title: 'identity.start.doorBorrow', text: 'identity.start.doorBorrowText' },
  { name: 'help', icon: 'hands', title: 'identity.start.doorHelp', text: 'identity.start.doorHelpText' },
];

/** Two people come here for opposite reasons: each has a door to what they want. */
export function Doors() {
  const { t } = useText();
  const wayOf = useWay();
  return (
    <ul className={styles.doors}>
      {DOORS.map(({ name, icon, title, text }) => (
        <li key={name}>
          <Link {...wayOf(name)} className={styles.door}>
            <span className={styles.stepMark}>
              <Icon name={icon} />
            </span>
            <span className={styles.doorWords}>
              <strong>{t(title)}</strong> <span>{t(text)}</span>
            </span>
            <Icon name="chevron-forward" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The same two doors after all has been said. */
export function Closing() {
  const { t } = useText();
  const wayOf = useWay();
  return (
    <section aria-labelledby="closing" className={styles.closing}>
      <h2 id="closing" className={styles.heading}>
        {t('identity.start.closingTitle')}
      </h2>
      <div className={styles.actions}>
        {DOORS.map(({ name, title }) => (
          <LinkButton key={name} {...wayOf(name)} variant={name === 'borrow' ? 'primary' : 'quiet'}>
            {t(title)}
          </LinkButton>
        ))}
      </div>
    </section>
  );
}

/** A borrower registers first and is led on; a helper looks around, or is led on to the loan that they came for. */
function useWay() {
  const { user } = useSession();
  const mfiName = useMfiName();
  const { returnTo } = useOnward();
  const registering = (page: string) => ({ href: paths.register(mfiName), state: { returnTo: page } });
  return (door: Door['name']) => {
    const page = door === 'borrow' ? paths.borrow(mfiName) : returnTo;
    if (page === undefined) return { href: paths.invest(mfiName) };
    return user ? { href: page } : registering(page);
  };
}
