import { normalizeLink } from '@sathi/domain/links.ts';
import { useText } from '../../lib/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import styles from './outside-link.module.css';

/** Their page learns nothing of ours, and search engines take it for no advice of ours. */
const REL = 'noopener noreferrer nofollow ugc';

type Props = { address: string; icon: IconName; label: string };

/**
 * A link to a page elsewhere, with its host written beside it, so that a reader sees where it leads. An address that is
 * not a public web address is not shown at all.
 */
export function OutsideLink({ address, icon, label }: Props) {
  const { t } = useText();
  const link = normalizeLink(address);
  if (link === null) return null;
  return (
    <p className={styles.line}>
      <a className={styles.link} href={link} target="_blank" rel={REL}>
        <Icon name={icon} />
        {label}
        <span className={hidden.hidden}> {t('campaigns.newTab')}</span>
      </a>
      <bdi className={styles.host}>{new URL(link).host}</bdi>
    </p>
  );
}

/** The whole address, to be checked by its writer. */
export function OutsideAddress({ address }: { address: string }) {
  const { t } = useText();
  const link = normalizeLink(address);
  if (link === null) return <bdi>{address}</bdi>;
  return (
    <a href={link} target="_blank" rel={REL}>
      <bdi dir="ltr">{link}</bdi>
      <span className={hidden.hidden}> {t('campaigns.newTab')}</span>
    </a>
  );
}
