import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { iconOf, type Notification, sentenceOf } from './notification-sentence.ts';
import styles from './notifications.module.css';
import type { useNotifications } from './use-notifications.ts';

type Props = {
  list: ReturnType<typeof useNotifications>['list'];
  /** A link was followed. */
  onOpen?: () => void;
};

/** The way from a notification; without one it says all there is. An institution’s page is named by the server (R17.12). */
function placeOf({ kind, proposalId, mfiName, path }: Notification): string | null {
  if (proposalId !== null) return paths.proposal(mfiName, proposalId);
  return kind === 'saved_search' ? paths.invest() : path;
}

/** Newest first; older ones on demand. */
export function NotificationList({ list, onOpen }: Props) {
  const { t } = useText();
  if (list.isError && !list.rows) return <ErrorState onRetry={list.retry} />;
  if (!list.rows) return <NotificationPlaces count={4} />;
  if (list.rows.length === 0) {
    return <EmptyState icon="inbox" title={t('notifications.empty')} text={t('notifications.emptyText')} />;
  }
  return (
    <>
      <ul className={styles.list} aria-label={t('notifications.listTitle')}>
        {list.rows.map((notification) => (
          <li key={notification.id} className={classes(styles.entry, !notification.isRead && styles.unread)}>
            <Entry notification={notification} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: Props['onOpen'] }) {
  const text = useText();
  const { t, format } = text;
  const { date, isRead } = notification;
  const content = (
    <>
      <span className={styles.mark}>
        <Icon name={iconOf(notification)} />
      </span>
      <span className={styles.words}>
        <span className={styles.sentence}>
          {!isRead && <VisuallyHidden>{t('notifications.unread')}: </VisuallyHidden>}
          <Sentence words={sentenceOf(notification, text)} />
        </span>
        <time className={styles.time} dateTime={date}>
          {format.dateTime(date)}
        </time>
      </span>
      {!isRead && <span className={styles.dot} aria-hidden="true" />}
    </>
  );
  const href = placeOf(notification);
  if (href === null) return <div className={styles.link}>{content}</div>;
  return (
    <Link className={styles.link} href={href} {...(onOpen && { onClick: onOpen })}>
      {content}
    </Link>
  );
}

/** A quoted title that runs against the sentence; between its quotes are the marks that keep its direction. */
const AGAINST = /([“«]\u2068.*?\u2069[”»])/;

/** Keeps such a title in one piece: broken over two lines, its ends would stand at the wrong sides. */
function Sentence({ words }: { words: string }) {
  return words.split(AGAINST).map((part, index) =>
    AGAINST.test(part) ? (
      <bdi key={index} className={styles.quoted}>
        {part.replace(/[\u2068\u2069]/g, '')}
      </bdi>
    ) : (
      part
    ),
  );
}

/** The places of notifications that are on their way. */
export function NotificationPlaces({ count }: { count: number }) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('notifications.loading')} className={styles.list}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.entry}>
          <div className={styles.place}>
            <Skeleton />
            <Skeleton shape="title" />
          </div>
        </div>
      ))}
    </div>
  );
}
