import styles from './stat-box.module.css';

/** A few figures side by side, each under its label. */
export function SummaryFigures({ figures }: { figures: readonly { label: string; value: string }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map((figure) => (
        <div key={figure.label}>
          <dt className={styles.label}>{figure.label}</dt>
          <dd className={styles.figure}>{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
