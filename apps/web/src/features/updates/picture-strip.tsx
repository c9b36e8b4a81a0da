import { Children, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../lib/text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { rovingTarget } from '../../ui/roving.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './picture-strip.module.css';

type Props = {
  label: string;
  /** The one in view. */
  index: number;
  onIndexChange: (index: number) => void;
  /** Takes the focus, so that in a dialog the arrow keys work at once. */
  takesFocus?: boolean;
  children: ReactNode;
};

/**
 * Pictures side by side, one in view: swiped, moved on with the arrow keys or with two buttons. The first stands where
 * reading begins, so in Arabic the next one is on the left.
 */
export function PictureStrip({ label, index, onIndexChange, takesFocus = false, children }: Props) {
  const { t, format } = useText();
  const pictures = Children.toArray(children);
  const count = pictures.length;
  const { strip, show, onKeyDown, onScroll } = useStrip({ count, index, onIndexChange, takesFocus });
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the scrolling
          strip */}
      <div
        ref={strip}
        className={styles.strip}
        tabIndex={0}
        role="group"
        aria-label={label}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        {pictures.map((picture, place) => (
          <div key={place} className={styles.slide} inert={place !== index}>
            {picture}
          </div>
        ))}
      </div>
      {count > 1 && (
        <>
          <IconButton
            className={styles.previous}
            icon="arrow-back"
            name={t('updates.album.previous')}
            onClick={() => show((index - 1 + count) % count)}
          />
          <IconButton
            className={styles.next}
            icon="arrow-forward"
            name={t('updates.album.next')}
            onClick={() => show((index + 1) % count)}
          />
          <span className={styles.dots} aria-hidden="true">
            {pictures.map((_, place) => (
              <span key={place} className={styles.dot} data-current={place === index || undefined} />
            ))}
          </span>
        </>
      )}
      <VisuallyHidden>
        <span role="status">
          {t('updates.album.position', { number: format.number(index + 1), count: format.number(count) })}
        </span>
      </VisuallyHidden>
    </div>
  );
}

type Strip = Pick<Props, 'index' | 'onIndexChange'> & { count: number; takesFocus: boolean };

/** Scrolling tells which picture is in view, and the keys and buttons scroll. */
function useStrip({ count, index, onIndexChange, takesFocus }: Strip) {
  const strip = useRef<HTMLDivElement>(null);
  const show = (target: number) => strip.current?.scrollTo({ left: offsetOf(strip.current, target) });
  useEffect(() => {
    // A dialog opens in an effect of its own, later than those of its content; before that nothing here has a size.
    queueMicrotask(() => {
      if (index > 0) strip.current?.scrollTo({ left: offsetOf(strip.current, index), behavior: 'instant' });
      if (takesFocus) strip.current?.focus({ preventScroll: true });
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- where it begins; afterwards scrolling tells the index
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = rovingTarget(event, index, count);
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  const onScroll = () => {
    const { scrollLeft, clientWidth } = strip.current!;
    const shown = Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth));
    if (shown !== index && shown < count) onIndexChange(shown);
  };
  return { strip, show, onKeyDown, onScroll };
}

/** The scroll offset of a picture in pixels: positive where reading begins on the left, negative where on the right. */
function offsetOf(strip: HTMLElement, index: number): number {
  return index * strip.clientWidth * (getComputedStyle(strip).direction === 'rtl' ? -1 : 1);
}
