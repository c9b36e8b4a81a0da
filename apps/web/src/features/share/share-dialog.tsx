import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { shareAddresses } from './share-addresses.ts';
import styles from './share-dialog.module.css';

type Props = {
  /** The whole address, as others have to type it. */
  url: string;
  /** What goes along with it. */
  sentence: string;
  /** Of what is shared. */
  title: string;
  onClose: () => void;
};

/** Passing an address on: with the device's own sheet where it has one, through three networks, or as a copy. */
export function ShareDialog({ url, sentence, title, onClose }: Props) {
  const { t, format } = useText();
  const addresses = shareAddresses(url, sentence);
  return (
    <Dialog title={t('share.title', { title: format.isolate(title) })} onClose={onClose}>
      <Stack>
        <p className={styles.sentence}>{sentence}</p>
        <DeviceShare url={url} sentence={sentence} title={title} />
        <ul className={styles.places}>
          <Place href={addresses.whatsApp} name={t('share.whatsApp')} />
          <Place href={addresses.facebook} name={t('share.facebook')} />
          <Place href={addresses.x} name={t('share.x')} />
        </ul>
        <CopyLink url={url} />
      </Stack>
    </Dialog>
  );
}

/** A plain address of another site: nothing of theirs runs here, and they do not learn which page it was opened from. */
function Place({ href, name }: { href: string; name: string }) {
  const { t } = useText();
  return (
    <li>
      <a className={styles.place} href={href} target="_blank" rel="noopener noreferrer">
        {name}
        <span className={styles.away}>{t('share.newTab')}</span>
      </a>
    </li>
  );
}

function DeviceShare({ url, sentence, title }: Omit<Props, 'onClose'>) {
  const { t } = useText();
  if (typeof navigator.share !== 'function') return null;
  // Closing the sheet without a choice is an answer too.
  const share = () => void navigator.share({ title, text: sentence, url }).catch(() => undefined);
  return (
    <Button icon="share" wide onClick={share}>
      {t('share.device')}
    </Button>
  );
}

function CopyLink({ url }: { url: string }) {
  const { t } = useText();
  const [failed, setFailed] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setFailed(false);
      toast.success(t('share.copied'));
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className={styles.copy}>
      <TextField label={t('share.link')} type="url" dir="ltr" value={url} onValueChange={() => undefined} />
      <Button variant="quiet" onClick={() => void copy()}>
        {t('share.copy')}
      </Button>
      {failed && <FormError>{t('share.copyFailed')}</FormError>}
    </div>
  );
}
