import encodeQR from 'qr';
import styles from './qr-code.module.css';

/** A picture for a camera: black on white in the dark too. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 2 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
