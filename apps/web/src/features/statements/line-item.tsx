import { help } from '../../lib/help-mode.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { BADGE_WORDS, effectOf, type Line, reasonOf, referencesOf } from './line-words.ts';
import styles from './statements.module.css';

type Props = {
  line: Line;
  isCurrent: boolean;
  isBusy: boolean;
  onBook: () => void;
  onAsk: (what: 'choose' | 'aside' | 'undo') => void;
};

/** One movement of the account: what the bank wrote, why it was matched, and the effect of booking it. */
export function LineItem({ line, isCurrent, isBusy, onBook, onAsk }: Props) {
  const text = useStaffText();
  const { t, format } = text;
  const { state, bookedOn, local, payer, text: words, bankRef, badges } = line;
  const effect = effectOf(line, text);
  const references = referencesOf(line);
  return (
    <li className={styles.line} aria-current={isCurrent || undefined}>
      <div className={styles.head}>
        <span>{format.date(bookedOn)}</span>
        <span className={styles.amount}>{localAmount(local, format)}</span>
      </div>
      {payer !== '' && (
        <p className={styles.words} dir="auto">
          {payer}
        </p>
      )}
      <p className={styles.words} dir="auto">
        {words === '' ? bankRef : words}
      </p>
      {state === 'open' && (
        <p className={styles.soft}>
          {reasonOf(line, text)}
          {references.length > 0 && (
            <>
              {' '}
              <bdi>{format.joined(references)}</bdi>
            </>
          )}
        </p>
      )}
      {effect !== null && <p className={styles.words}>{effect}</p>}
      {(badges.length > 0 || state !== 'open') && (
        <div className={styles.acts}>
          {state !== 'open' && (
            <Badge tone={state === 'booked' ? 'good' : 'neutral'}>
              {t(state === 'booked' ? 'desk.state.booked' : 'desk.state.set_aside')}
            </Badge>
          )}
          {badges.map((badge) => (
            <Badge key={badge} tone="warm">
              {t(BADGE_WORDS[badge])}
            </Badge>
          ))}
        </div>
      )}
      <div className={styles.acts}>
        {state === 'open' ? (
          <>
            {effect !== null && (
              <Button {...help('bookLine')} small variant="quiet" icon="check" busy={isBusy} onClick={onBook}>
                {t('desk.book')}
              </Button>
            )}
            <Button {...help('bookLine')} small variant="quiet" icon="search" onClick={() => onAsk('choose')}>
              {t('desk.chooseTarget')}
            </Button>
            <Button {...help('bookLine')} small variant="quiet" onClick={() => onAsk('aside')}>
              {t('desk.setAside')}
            </Button>
          </>
        ) : (
          <Button {...help('undoLine')} small variant="quiet" onClick={() => onAsk('undo')}>
            {t('desk.undo')}
          </Button>
        )}
      </div>
    </li>
  );
}
