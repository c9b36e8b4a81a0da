import { firstLetter } from '@sathi/domain/letters.ts';
import { useState } from 'react';
import styles from './avatar.module.css';
import { classes } from './classes.ts';

type Props = { name: string /** Storage key. */; image?: string | null; size?: 'small' | 'large' };

/** A person's picture, or the first letters of their name. Decoration: the name stands beside it. */
export function Avatar({ name, image, size = 'small' }: Props) {
  const className = classes(styles.avatar, size === 'large' && styles.large);
  const [broken, setBroken] = useState<string | null>(null);
  if (image && image !== broken) {
    return (
      <img
        className={className}
        src={`/files/${image}?w=160`}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(image)}
      />
    );
  }
  return <span className={className} data-initials={initials(name)} aria-hidden="true" />;
}

/** Letters with their marks: a Bengali vowel sign never stands alone. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word ?? '')).join('');
}
