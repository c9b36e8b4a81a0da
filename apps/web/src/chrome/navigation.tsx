import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useQueues } from '../features/mfis/use-office.ts';
import { help } from '../lib/help-mode.ts';
import { mfiNameOf, paths, useMfiName } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { useUnread } from '../lib/unread.ts';
import type { DataOf } from '../lib/wire.ts';
import { CountBadge, shownCount } from '../ui/count-badge.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { MessagesWindow } from './messages-window.tsx';
import styles from './navigation.module.css';

/** The places of a person signed in: a bar at the bottom of a phone, a rail beside the page elsewhere. */
export default function Navigation({ user }: { user: SessionUser }) {
  const { t } = useText();
  const mfiName = useMfiName();
  const { userMfis } = user;
  const office = userMfis.find((own) => mfiNameOf(own.mfiName) === mfiName) ?? userMfis[0];
  return (
    <nav className={styles.navigation} aria-label={t('nav.label')}>
      <ul className={styles.places}>{office ? <StaffPlaces office={office} /> : <MemberPlaces mfiName={mfiName} />}</ul>
    </nav>
  );
}

function MemberPlaces({ mfiName }: { mfiName: string }) {
  const { t } = useText();
  const { page, search } = usePage();
  const isInvesting = /^(home|borrow|invest)$/.test(page) && (search.get('tab') ?? page) === 'invest';
  return (
    <>
      <Place href={paths.home(mfiName)} icon="home" isCurrent={/^(home|borrow|invest)$/.test(page) && !isInvesting}>
        {t('common.home')}
      </Place>
      <Place href={paths.invest(mfiName)} icon="heart" isCurrent={isInvesting}>
        {t('home.tab.invest')}
      </Place>
      <Place href={paths.portfolio(mfiName)} icon="wallet" isCurrent={/^(portfolio|howtopay)$/.test(page)}>
        {t('portfolio.title')}
      </Place>
      <Messages />
      <Place
        href={paths.profile(mfiName)}
        icon="user"
        isCurrent={/^(profile|security|yourdata|notifications)$/.test(page)}
      >
        {t('nav.me')}
      </Place>
    </>
  );
}

function StaffPlaces({ office: { mfiId, mfiName } }: { office: SessionUser['userMfis'][number] }) {
  const { t } = useText();
  const { page, search } = usePage();
  // Elsewhere the last count stands: the question is one for pages of the office.
  const queues = useQueues({ id: mfiId, name: mfiName }, /^(mfi|campaigns)/.test(page)).data;
  const count = queues ? waitingIn(queues) : 0;
  const view = page === 'mfiproposals' ? (search.get('view') ?? 'queue') : page;
  const office = paths.mfiProposals(mfiName);
  return (
    <>
      <Place href={office} icon="inbox" isCurrent={view === 'queue'} count={count}>
        {t('nav.queue')}
      </Place>
      <Place href={`${office}?view=loans`} icon="hands" isCurrent={view === 'loans'}>
        {t('nav.loans')}
      </Place>
      <Place href={`${office}?view=payments`} icon="coins" isCurrent={view === 'payments'}>
        {t('nav.payments')}
      </Place>
      <Place href={paths.mfiPeople(mfiName)} icon="users" isCurrent={/^mfi(people|staff|phones)$/.test(page)}>
        {t('nav.people')}
      </Place>
      <Place
        href={paths.mfiMore(mfiName)}
        icon="more"
        isCurrent={/^(mfi(?!proposals|people|staff|phones)|campaigns$)/.test(page)}
      >
        {t('nav.more')}
      </Place>
    </>
  );
}

/** The place "Queue" leads to all of it: lines and tills are behind "More". */
function waitingIn({
  reportsCount,
  officers: _,
  linesToMatch: __,
  tillsToReceive: ___,
  nextCursor: ____,
  ...queues
}: DataOf<'mfiQueues'>) {
  return Object.values(queues).reduce((sum, { count }) => sum + count, reportsCount);
}

/** The word of the address that says which page this is, in small letters, and its query. */
function usePage() {
  const [path] = useLocation();
  const [search] = useSearchParams();
  return { page: path.toLowerCase().split('/')[2] ?? '', search };
}

type PlaceProps = { href: string; icon: IconName; isCurrent: boolean; count?: number; children: string };

function Place({ href, icon, isCurrent, count = 0, children }: PlaceProps) {
  return (
    <li>
      <Link href={href} className={styles.place} aria-current={isCurrent ? 'page' : undefined}>
        <Look icon={<Icon name={icon} />} count={count}>
          {children}
        </Look>
      </Link>
    </li>
  );
}

/** The conversations have no page of their own: they open over the one that is read. */
function Messages() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        {...help('messages')}
        type="button"
        className={styles.place}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Look icon={<Icon name="message" />} count={useUnread().counts?.unreadMessagesCount ?? 0}>
          {t('messages.open')}
        </Look>
      </button>
      {isOpen && <MessagesWindow onClose={() => setOpen(false)} />}
    </li>
  );
}

/** The count is part of the name: a screen reader hears it after the word. */
function Look({ icon, count, children }: { icon: ReactNode; count: number; children: string }) {
  const { t, format } = useText();
  const shown = shownCount(count, format);
  return (
    <>
      <span className={styles.icon}>
        {icon}
        <CountBadge shown={shown} />
      </span>
      <span>{children}</span>
      {shown !== null && <span className={styles.heard}>{t('nav.waiting', { shown })}</span>}
    </>
  );
}
