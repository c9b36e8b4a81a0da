import styles from './stat-box.module.css';

type Props = {
  label: string;
  figure: string;
  details?: readonly { label: string; value: string }[];
  /** With `onSelect` the box is a button that filters the list below it. */
  selected?: boolean;
  onSelect?: () => void;
};

/** One large number, with its details. */
export function StatBox({ label, figure, details, selected = false, onSelect }: Props) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>{figure}</span>
      {details && (
        <span className={styles.details}>
          {details.map((detail) => (
            <span key={detail.label}>
              <span className={styles.detailLabel}>{detail.label}</span> <b>{detail.value}</b>
            </span>
          ))}
        </span>
      )}
    </>
  );
  if (!onSelect) return <div className={styles.box}>{content}</div>;
  return (
    <button type="button" className={styles.box} aria-pressed={selected} onClick={onSelect}>
      {content}
    </button>
  );
}
