import { type ReactNode, useState } from 'react';
import { useSavesData } from '../../lib/saving-data.ts';
import styles from './picture.module.css';
import { TapForPicture } from './tap-for-picture.tsx';

type Props = {
  /** Storage key. */
  image: string | null;
  /** Shows one that reports hide. */
  pass?: string | null;
  /** A picture of a few pixels as a data URL. */
  blur?: string | null;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** How wide it is drawn, as the attribute `sizes` says it. */
  sizes: string;
  /** The stand-in for a picture that is missing or cannot be had. */
  fallback?: ReactNode;
  /** The largest picture of its page, to be fetched first. */
  isLead?: boolean;
  /** Small beside the words of a list: while data are saved its blur is enough, and its page has the picture. */
  isThumb?: boolean;
};

/** Fills its container, whose size is known before the picture comes, so nothing jumps. */
export function Picture({ image, pass, blur, alt, sizes, fallback = null, isLead = false, isThumb = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const saves = useSavesData();
  const [tapped, setTapped] = useState<string | null>(null);
  if (image === null || image === broken) return fallback;
  const waits = saves && tapped !== image;
  const address = (width: number) => `/files/${image}?w=${width}${pass ? `&pass=${pass}` : ''}`;
  return (
    <span className={styles.frame}>
      {blur && <img className={styles.blur} src={blur} alt="" width={16} height={9} />}
      {waits ? (
        !isThumb && <TapForPicture onTap={() => setTapped(image)} />
      ) : (
        <img
          key={image}
          className={styles.picture}
          src={address(640)}
          // A tapped picture comes in the size that was told.
          srcSet={
            saves ? undefined : [160, 400, 640, 800, 1600].map((width) => `${address(width)} ${width}w`).join(', ')
          }
          sizes={sizes}
          alt={alt}
          width={640}
          height={360}
          loading={isLead ? 'eager' : 'lazy'}
          fetchPriority={isLead ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(image)}
        />
      )}
    </span>
  );
}
