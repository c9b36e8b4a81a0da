import styles from './start.module.css';

/** A river morning: sun, hills, a tea stall, a boat on its way. Drawn in the colours of the theme and of the MFI. */
export function HeroPicture() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 480 340"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <rect className={styles.sky} width="480" height="340" />
      <circle className={styles.sun} cx="352" cy="96" r="46" />
      <path className={styles.far} d="M0 190c60-46 118-58 176-30 50-44 124-52 178-6 44-24 84-26 126-4v190H0V190Z" />
      <path className={styles.field} d="M0 222c92-30 190-30 286-2 70-18 134-18 194 0v120H0V222Z" />
      <path
        className={styles.furrow}
        d="M22 268c70-22 140-24 212-8M36 296c62-18 124-20 190-8M300 240c40-8 84-8 130 0"
      />
      <g>
        <path className={styles.wood} d="M66 168h8v74h-8zM150 168h8v74h-8z" />
        <path className={styles.wall} d="M74 196h76v46H74z" />
        <path className={styles.roof} d="M52 172l60-44 60 44z" />
        <path className={styles.wood} d="M68 206h88v8H68z" />
        <path className={styles.steam} d="M98 194c-5-6 5-8 0-15M114 194c-5-6 5-8 0-15" />
        <path className={styles.cup} d="M92 196h12v10H92zM108 196h12v10h-12z" />
      </g>
      <path className={styles.river} d="M196 340c20-34 68-46 128-52 60-6 108-10 156-26v78H196Z" />
      <path
        className={styles.ripple}
        d="M262 322c16 0 16 5 32 5s16-5 32-5 16 5 32 5M386 304c14 0 14 4 28 4s14-4 28-4"
      />
      <g>
        <path className={styles.mast} d="M346 214v74" />
        <path className={styles.sail} d="M352 212c26 16 36 38 38 66h-38v-66Z" />
        <path className={styles.sailLight} d="M340 226c-16 12-24 30-26 52h26v-52Z" />
        <path className={styles.hull} d="M296 286h108l-20 24h-66l-22-24Z" />
      </g>
      <path
        className={styles.plant}
        d="M214 262v-26M214 246c0-12-8-18-20-18 0 13 8 18 20 18ZM214 240c0-12 8-18 20-18 0 13-8 18-20 18Z"
      />
    </svg>
  );
}
