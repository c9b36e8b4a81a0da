import { useText } from '../lib/text.tsx';
import { CountBadge, shownCount } from './count-badge.tsx';
import styles from './count-button.module.css';

type Props = {
  count: number;
  /** Names the target of the button, and `shown` as it stands in the badge; null when the count is zero. */
  name: (shown: string | null) => string;
  /** Drawn in a box of 24: not among the icons of the first load, of which every page pays. */
  shape: string;
  onOpen: () => void;
};

/** Opens a dialog from the top bar, with a badge that says how much waits in it. */
export function CountButton({ count, name, shape, onOpen }: Props) {
  const { format } = useText();
  const shown = shownCount(count, format);
  return (
    <button type="button" className={styles.button} aria-label={name(shown)} aria-haspopup="dialog" onClick={onOpen}>
      <svg className={styles.shape} viewBox="0 0 24 24" aria-hidden="true">
        <path d={shape} />
      </svg>
      <CountBadge shown={shown} />
    </button>
  );
}
