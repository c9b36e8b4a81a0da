import { useText } from '../lib/text.tsx';
import { CountBadge, shownCount } from './count-badge.tsx';
import styles from './count-button.module.css';

type Props = {
  count: number;
  /** Says what the button opens, and `shown` as it stands in the badge; null when nothing waits. */
  name: (shown: string | null) => string;
  /** Drawn in a box of 24: not among the icons of the first load, of which every page pays. */
  shape: string;
  onOpen: () => void;
  /** The pointer is here: what will be opened may be fetched. */
  onNear: () => void;
};

/** Opens a dialog from the top bar, with a badge that says how much waits in it. */
export function CountButton({ count, name, shape, onOpen, onNear }: Props) {
  const { format } = useText();
  const shown = shownCount(count, format);
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name(shown)}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerEnter={onNear}
    >
      <svg className={styles.shape} viewBox="0 0 24 24" aria-hidden="true">
        <path d={shape} />
      </svg>
      <CountBadge shown={shown} />
    </button>
  );
}
