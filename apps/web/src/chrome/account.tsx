import type { SessionUser } from '../lib/session.ts';
import { Inbox } from './inbox.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** What only a person signed in has in the top bar. */
export default function Account({ user }: { user: SessionUser }) {
  return (
    <>
      <Inbox key={user.id} />
      <ProfileMenu user={user} />
    </>
  );
}
