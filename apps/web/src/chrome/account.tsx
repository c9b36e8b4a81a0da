import type { SessionUser } from '../lib/session.ts';
import styles from './chrome.module.css';
import { Inbox } from './inbox.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** The parts of the top bar for a person signed in. */
export function Account({ user }: { user: SessionUser }) {
  return (
    <span className={styles.account} data-staff={user.userMfis.length > 0 || undefined}>
      <Inbox key={user.id} />
      <ProfileMenu user={user} />
    </span>
  );
}
