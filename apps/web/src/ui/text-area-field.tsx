import { useText } from '../lib/text.tsx';
import { useRetainedInput } from '../lib/use-retained-input.ts';
import { classes } from './classes.ts';
import { Field, type ValueProps } from './field.tsx';
import styles from './field.module.css';
import { directionOfWords } from './text-direction.ts';

type Props = ValueProps & {
  /** In code points, as the server counts them. Longer text is kept and marked, never cut. */
  maxLength?: number;
  rows?: number;
};

export function TextAreaField(props: Props) {
  const { label, hint, error, optional, value, onValueChange, maxLength, rows = 4, ...rest } = props;
  const ref = useRetainedInput<HTMLTextAreaElement>(value, onValueChange);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(optional && { optional })}
      aside={maxLength !== undefined && <Counter value={value} maxLength={maxLength} />}
    >
      {(control) => (
        <textarea
          {...control}
          {...rest}
          ref={ref}
          className={styles.control}
          dir={directionOfWords(value)}
          rows={rows}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Counter({ value, maxLength }: { value: string; maxLength: number }) {
  const { t, format } = useText();
  const length = [...value].length;
  const isOver = length > maxLength;
  return (
    <p className={classes(styles.counter, isOver && styles.over)} aria-live={isOver ? 'polite' : 'off'}>
      {isOver
        ? t('common.charactersOver', { count: length - maxLength })
        : t('common.charactersUsed', { used: format.number(length), most: format.number(maxLength) })}
    </p>
  );
}
