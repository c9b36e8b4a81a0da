import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useText } from '../lib/text.tsx';
import { classes } from './classes.ts';
import styles from './field.module.css';

/** How much of a field is used, counted as the server counts (R17.4), and how much there is too much. */
export function LengthCounter({ value, maxLength }: { value: string; maxLength: number }) {
  const { t, format } = useText();
  const length = lengthInCodePoints(value);
  const isOver = length > maxLength;
  return (
    <p className={classes(styles.counter, isOver && styles.over)} aria-live={isOver ? 'polite' : 'off'}>
      {isOver
        ? t('common.charactersOver', { count: length - maxLength })
        : t('common.charactersUsed', { used: format.number(length), most: format.number(maxLength) })}
    </p>
  );
}
