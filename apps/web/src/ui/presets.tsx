import styles from './presets.module.css';

type Props = {
  label: string;
  /** The last stands on a line of its own, unless there are three. */
  options: readonly { value: string; label: string }[];
  chosen: string | null;
  onChoose: (value: string) => void;
};

/** Values that are asked for often, beside the field they fill; the one that stands there is marked. */
export function Presets({ label, options, chosen, onChoose }: Props) {
  return (
    <div className={styles.presets} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.preset}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
