import { type TextKey, useText } from '../../lib/text.tsx';
import type { DataOf } from '../../lib/wire.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './invitations.module.css';

export type MailResult = DataOf<'sendBackInvitations'>['results'][number];

const LOOKS: Record<MailResult['result'], { word: TextKey; tone: Tone; icon: IconName }> = {
  sent: { word: 'invitations.results.sent', tone: 'good', icon: 'check' },
  already_invited: { word: 'invitations.results.already_invited', tone: 'neutral', icon: 'mail' },
  already_backed: { word: 'invitations.results.already_backed', tone: 'accent', icon: 'hands' },
  invalid: { word: 'invitations.results.invalid', tone: 'bad', icon: 'alert-circle' },
  skipped: { word: 'invitations.results.skipped', tone: 'warm', icon: 'clock' },
};

/** The result of each address, in words. */
export function InviteResults({ results }: { results: readonly MailResult[] }) {
  const { t } = useText();
  const isAnySkipped = results.some(({ result }) => result === 'skipped');
  return (
    <>
      <ul className={styles.addresses} aria-label={t('invitations.results.title')}>
        {results.map(({ email, result }) => (
          <li key={email} className={styles.entry}>
            <bdi className={styles.text} dir="ltr">
              {email}
            </bdi>
            <Badge tone={LOOKS[result].tone} icon={LOOKS[result].icon}>
              {t(LOOKS[result].word)}
            </Badge>
          </li>
        ))}
      </ul>
      {isAnySkipped && <p className={styles.why}>{t('invitations.results.skippedWhy')}</p>}
    </>
  );
}
