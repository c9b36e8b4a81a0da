import { useEffect, useId, useState } from 'react';
import { usePush } from '../features/notifications/use-push.ts';
import { isInSafari } from '../lib/push.ts';
import { help } from '../lib/help-mode.ts';
import { hasInstallPrompt, takeInstallPrompt } from '../lib/install-prompt.ts';
import { useText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import { Row } from '../ui/page.tsx';
import styles from './offer.module.css';

export type OfferProps = { onShown: () => void; onClose: () => void };

/**
 * One card for both: the app on the home screen, and news on the device while it is closed. Each is asked for by a press, and
 * the card goes when nothing is left to offer. It is not shown at all where the device has both, or can have neither.
 */
export default function Offer({ onShown, onClose }: OfferProps) {
  const { t } = useText();
  const id = useId();
  const { canInstall, install } = useInstall();
  const news = usePush();
  const isInSteps = isInSafari();
  const canPush = news.isOffered === true && !news.isOn && news.ability === 'able';
  const isKnown = news.isOffered !== undefined || news.isError;
  const isWorth = isKnown && (canInstall || isInSteps || canPush);
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (!isWorth || wasShown) return;
    setWasShown(true);
    onShown();
  }, [isWorth, wasShown, onShown]);
  const isOver = isKnown && !isWorth;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (!isWorth) return null;
  return (
    <section className={styles.offer} data-strip aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          {t('offer.title')}
        </h2>
        {(canInstall || isInSteps) && <p>{t('offer.home')}</p>}
        {isInSteps && (
          <ol>
            <li>{t('offer.safariShare')}</li>
            <li>{t('offer.safariAdd')}</li>
          </ol>
        )}
        {canPush && <p>{t('offer.news')}</p>}
      </div>
      <Row>
        {canInstall && (
          <Button {...help('offer')} variant="quiet" icon="home" onClick={() => void install()}>
            {t('offer.install')}
          </Button>
        )}
        {canPush && (
          <Button
            {...help('preferences')}
            variant="quiet"
            icon="message"
            busy={news.isBusy}
            onClick={() => void news.turnOn().catch(() => undefined)}
          >
            {t('notifications.push.turnOn')}
          </Button>
        )}
        <Button variant="plain" onClick={onClose}>
          {t('offer.notNow')}
        </Button>
      </Row>
    </section>
  );
}

/** The browser's question can be asked once; whatever the answer, it is gone. */
function useInstall() {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const [canInstall, setCanInstall] = useState(!isInstalled && hasInstallPrompt());
  const install = async () => {
    setCanInstall(false);
    await takeInstallPrompt()?.prompt();
  };
  return { canInstall, install };
}
