import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths, useMfiName } from '../lib/paths.ts';
import { chooseSavingData, useSavesData } from '../lib/saving-data.ts';
import type { SessionUser } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { chooseTheme, shownTheme } from '../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useConfirm } from '../ui/confirm.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const { t } = useText();
  const signOut = useSignOut();
  const mfiName = useMfiName();
  const [theme, setTheme] = useState(shownTheme);
  const isSaving = useSavesData();
  const name = `${user.firstName} ${user.lastName}`.trim();
  const items: MenuItem[] = [
    { label: t('common.profile'), icon: 'user', href: paths.profile(mfiName) },
    { label: t('security.title'), icon: 'lock', href: paths.security(mfiName) },
    // Borrowers and backers have no use for it; the guide of operators leads there too.
    ...(user.userMfis.length > 0
      ? [{ label: t('chain.menu'), icon: 'coins' as const, href: paths.casperAssets() }]
      : []),
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
  const text = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  return async () => {
    const { signOut } = await import('./sign-out.ts');
    await signOut({ text, client, confirm, goToStart: () => navigate(paths.start(mfiName)) });
  };
}
