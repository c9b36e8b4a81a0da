import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './picture.module.css';

/** The weight of a picture of the width that is fetched then, more or less. */
const KILOBYTES = 40;

/** In the place of a picture while data are saved: it comes when it is asked for. */
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
