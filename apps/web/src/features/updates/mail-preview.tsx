import { useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import styles from './mail-preview.module.css';

type Props = { mail: DataOf<'findUpdateAudience'>['mail']; words: string };

/** The mail as the server will write it, around the words that are being written. */
export function MailPreview({ mail, words }: Props) {
  const { t } = useText();
  return (
    <figure className={styles.mail}>
      <figcaption className={styles.caption}>{t('updates.preview')}</figcaption>
      <p className={styles.subject} dir="auto">
        <span className={styles.label}>{t('updates.subject')}: </span>
        <span>{mail.subject}</span>
      </p>
      <p dir="auto">{mail.opening}</p>
      <p className={styles.words} dir="auto">
        {words.trim() || t('updates.wordsHere')}
      </p>
      <p className={styles.closing} dir="auto">
        {mail.closing}
      </p>
    </figure>
  );
}
