import type { SessionUser } from '../lib/session.ts';
import styles from './chrome.module.css';
import { Inbox } from './inbox.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** What only a person signed in has in the top bar. */
export default function Account({ user }: { user: SessionUser }) {
  return (
    <span className={styles.account}>
      <Inbox key={user.id} />
      <ProfileMenu user={user} />
    </span>
  );
}
