import { type ReactNode, Suspense, useState } from 'react';
import tapTexts from 'virtual:texts/ui/tap-for-picture.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useSavesData } from '../lib/saving-data.ts';
import styles from './picture.module.css';

const TapForPicture = lazyPart(() => import('./tap-for-picture.tsx'), tapTexts);

type Props = {
  /** Storage key. */
  image: string | null;
  /** A picture of a few pixels as a data URL. */
  blur?: string | null;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** How wide it is drawn, as the attribute `sizes` says it. */
  sizes: string;
  /** Where there is no picture, or it cannot be had. */
  fallback?: ReactNode;
  /** The largest picture of its page, to be fetched first. */
  isLead?: boolean;
};

/** Fills its container, whose size is known before the picture comes, so nothing jumps. */
export function Picture({ image, blur, alt, sizes, fallback = null, isLead = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const saves = useSavesData();
  const [tapped, setTapped] = useState<string | null>(null);
  if (image === null || image === broken) return fallback;
  const waits = saves && tapped !== image;
  const address = `/files/${image}`;
  return (
    <span className={styles.frame}>
      {blur && <img className={styles.blur} src={blur} alt="" width={16} height={9} />}
      {waits ? (
        <Suspense>
          <TapForPicture onTap={() => setTapped(image)} />
        </Suspense>
      ) : (
        <img
          key={image}
          className={styles.picture}
          src={`${address}?w=640`}
          // One that was tapped comes in the size that was told.
          srcSet={saves ? undefined : `${address}?w=160 160w, ${address}?w=640 640w, ${address}?w=1600 1600w`}
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
