import type { ReactNode } from 'react';
import styles from './proposal-picture.module.css';

/** Drawn where a proposal has no picture: the same scene each time for the same proposal. */
export default function PlaceholderScene({ seed }: { seed: string }) {
  const scene = SCENES[Number(seed) % SCENES.length] ?? SCENES[0];
  return (
    <svg className={styles.scene} viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className={styles.sky} width="320" height="180" />
      {scene}
    </svg>
  );
}

const RICE_FIELD = (
  <>
    <circle className={styles.sun} cx="232" cy="62" r="28" />
    <path className={styles.far} d="M0 96q70-34 150-8t170-12v104H0z" />
    <path className={styles.near} d="M0 122q90-26 180-6t140-8v72H0z" />
    <path
      className={styles.thread}
      d="M36 176v-26m-9 6 9 10 9-10M96 170v-26m-9 6 9 10 9-10M158 176v-26m-9 6 9 10 9-10"
    />
    <path className={styles.thread} d="M218 170v-26m-9 6 9 10 9-10m55 20v-26m-9 6 9 10 9-10" />
  </>
);

const BOAT = (
  <>
    <circle className={styles.sun} cx="92" cy="68" r="26" />
    <path className={styles.far} d="M0 104q50-24 110-10t90-8 120 4v90H0z" />
    <path className={styles.water} d="M0 118h320v62H0z" />
    <path className={styles.dark} d="M118 122h122l-20 26h-80z" />
    <path className={styles.light} d="M176 50v66h-42q10-42 42-66z" />
    <path className={styles.warm} d="M182 40q34 30 40 76h-40z" />
    <path className={styles.thread} d="M40 158h34m176 8h38m-150 4h30" />
  </>
);

const SEWING_MACHINE = (
  <>
    <path className={styles.far} d="M0 134h320v46H0z" />
    <path className={styles.dark} d="M92 122h138v14H92zM196 66h26v58h-26z" />
    <path className={styles.dark} d="M104 52h118q8 0 8 8v18H122v16h-18z" />
    <circle className={styles.warm} cx="240" cy="72" r="15" />
    <path className={styles.thread} d="M113 94v22M160 52V40" />
    <path className={styles.warm} d="M152 30h16v12h-16z" />
    <path className={styles.light} d="M58 122q30-12 58 0v14q-18 18-58 16z" />
  </>
);

const TEA_STALL = (
  <>
    <path className={styles.near} d="M0 148h320v32H0z" />
    <path className={styles.light} d="M78 74h164v82H78z" />
    <path className={styles.dark} d="M78 110h164v46H78z" />
    <path
      className={styles.warm}
      d="M66 42h188l10 34q-16 12-32 0-16 12-32 0-16 12-40 0-16 12-40 0-16 12-32 0-16 12-32 0z"
    />
    <path className={styles.sun} d="M120 92h26v18h-26zm36-8h30v26h-30zm40 8h18v18h-18z" />
    <path className={styles.thread} d="M171 78q-6-6 0-12t0-12" />
  </>
);

const SCENES: readonly ReactNode[] = [RICE_FIELD, BOAT, SEWING_MACHINE, TEA_STALL];
