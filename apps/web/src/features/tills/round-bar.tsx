import { help } from '../../lib/help-mode.ts';
import type { KeptRound } from '../../lib/kept-cash.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { inHand } from './round-facts.ts';
import styles from './tills.module.css';

type Props = { round: KeptRound; isReady: boolean; onHandOver: () => void };

/** The sum in the hand of the officer, always in sight. */
export function RoundBar({ round, isReady, onHandOver }: Props) {
  const { t, format } = useStaffText();
  const waiting = round.cash.filter(({ result }) => result === null).length;
  const sum = localAmount({ amount: inHand(round), currency: round.currency }, format);
  return (
    <section className={styles.bar} data-print="never" aria-label={t('round.bar', { number: round.number })}>
      <Row spread>
        <div>
          <strong className={styles.sum}>{t('round.inHand', { sum })}</strong>
          <p role="status">
            {waiting > 0 ? t('round.waits', { count: waiting }) : t('round.allSent', { count: round.cash.length })}
          </p>
        </div>
        <Button {...help('till')} disabled={!isReady} onClick={onHandOver}>
          {t('round.handOver')}
        </Button>
      </Row>
    </section>
  );
}
