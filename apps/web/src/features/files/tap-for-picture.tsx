import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './picture.module.css';

/** The approximate weight of the picture that a tap fetches. */
const KILOBYTES = 40;

/** Stands in the place of a picture while data are saved; a tap fetches the picture. */
export function TapForPicture({ onTap }: { onTap: () => void }) {
  const { t, format } = useText();
  return (
    <span className={styles.tap}>
      <Button variant="quiet" small icon="image" onClick={onTap}>
        {t('offline.showPicture', { kilobytes: format.number(KILOBYTES) })}
      </Button>
    </span>
  );
}
