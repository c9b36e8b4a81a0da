import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { chooseSavingData, useSavesData } from '../lib/saving-data.ts';
import { forgetPictures } from '../lib/service-worker-registration.ts';
import { endSession, type SessionUser, useSession } from '../lib/session.ts';
import { forgetDrafts } from '../lib/stored-draft.ts';
import { useText } from '../lib/text.tsx';
import { chooseTheme, shownTheme } from '../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useConfirm } from '../ui/confirm.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.ts';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const { t } = useText();
  const signOut = useSignOut();
  const [theme, setTheme] = useState(shownTheme);
  const isSaving = useSavesData();
  const name = `${user.firstName} ${user.lastName}`.trim();
  const items: MenuItem[] = [
    { label: t('common.home'), icon: 'home', href: paths.home() },
    ...(user.userMfis.length > 0
      ? [{ label: t('common.mfiDashboard'), icon: 'inbox' as const, href: paths.mfiProposals() }]
      : []),
    { label: t('portfolio.title'), icon: 'wallet', href: paths.portfolio() },
    { label: t('common.profile'), icon: 'user', href: paths.profile() },
    { label: t('chain.menu'), icon: 'coins', href: paths.casperAssets() },
    {
      label: t(theme === 'light' ? 'common.themeToDark' : 'common.themeToLight'),
      icon: theme === 'light' ? 'moon' : 'sun',
      onSelect: () => {
        chooseTheme(theme === 'light' ? 'dark' : 'light');
        setTheme(shownTheme());
      },
    },
    {
      label: t(isSaving ? 'offline.allPictures' : 'offline.fewPictures'),
      icon: 'image',
      onSelect: () => chooseSavingData(!isSaving),
    },
    { label: t('common.signOut'), icon: 'log-out', help: 'signOut', onSelect: () => void signOut() },
  ];
  return (
    <Menu
      name={t('common.accountMenu')}
      button={<Avatar name={name} image={user.profileImage} />}
      head={<span dir="auto">{name}</span>}
      items={items}
    />
  );
}

function useSignOut() {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { user } = useSession();
  return async () => {
    const outbox = await import('../lib/outbox.ts');
    const count = outbox.waitingNow().length;
    const message = count > 0 ? t('offline.signOutQuestion', { count }) : t('common.signOutQuestion');
    if (!(await confirm({ message, danger: count > 0 }))) return;
    // The server ends every session; without a connection this device at least forgets.
    const ending = call('signOut', {}, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
    await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 2_000))]);
    navigate(paths.start());
    // At once with the new page: nobody looks at a start page while the device still remembers the person.
    forgetDrafts();
    endSession();
    client.clear();
    await Promise.all([outbox.emptyOutbox(user?.id), forgetPictures()]).catch(() => undefined);
    toast.success(t('common.signedOut'));
  };
}
