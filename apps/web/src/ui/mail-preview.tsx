import { useText } from '../lib/text.tsx';
import styles from './mail-preview.module.css';

type Props = {
  /** The server's own words around these. */
  mail: { subject: string; opening: string; closing: string };
  /** The words as they are being written. */
  words: string;
};

/** A mail as the server will send it, around the words that are being written. */
export function MailPreview({ mail, words }: Props) {
  const { t } = useText();
  return (
    <figure className={styles.mail}>
      <figcaption className={styles.label}>{t('common.mailPreview')}</figcaption>
      <p className={styles.subject} dir="auto">
        <span className={styles.label}>{t('common.mailSubject')}: </span>
        <span>{mail.subject}</span>
      </p>
      <p dir="auto">{mail.opening}</p>
      <p className={styles.words} dir="auto">
        {words.trim() || t('common.mailWordsHere')}
      </p>
      <p className={styles.label} dir="auto">
        {mail.closing}
      </p>
    </figure>
  );
}
