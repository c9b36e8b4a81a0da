import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { shareAddresses } from './share-addresses.ts';
import styles from './share-dialog.module.css';
import { type SharedThing, useOwnLink } from './use-own-link.ts';

type Props = {
  /** The whole address, as others have to type it. */
  url: string;
  /** The part of the page that is meant, `#` included. */
  fragment?: string;
  thing: SharedThing;
  /** The sentence that goes along with it. */
  sentence: string;
  /** The title of the shared page. */
  title: string;
  onClose: () => void;
};

/** Passing an address on: as people here do it, in a chat or an SMS, else as a copy, in a network, on paper. */
export function ShareDialog({ url: plainUrl, fragment = '', thing, sentence, title, onClose }: Props) {
  const { t } = useText();
  const { code, came, backed } = useOwnLink(thing);
  const url = (code === null ? plainUrl : `${plainUrl}&by=${code}`) + fragment;
  const addresses = shareAddresses(url, sentence);
  return (
    <Dialog title={t('share.action')} about={title} onClose={onClose}>
      <Stack>
        <p className={styles.sentence}>{sentence}</p>
        <Place href={addresses.whatsApp} name={t('share.whatsApp')} isFirst />
        <ul className={styles.places}>
          <li>
            <a className={styles.place} href={addresses.sms}>
              {t('share.sms')}
            </a>
          </li>
        </ul>
        <CopyLink url={url} />
        {code !== null && (
          <p>
            {t('share.came', { came, backed })} <span className={styles.note}>{t('share.ownLink')}</span>
          </p>
        )}
        <ul className={styles.places}>
          <li>
            <Place href={addresses.facebook} name={t('share.facebook')} />
          </li>
          <li>
            <Place href={addresses.x} name={t('share.x')} />
          </li>
        </ul>
        <DeviceShare url={url} sentence={sentence} title={title} />
        <Pictures {...thing} code={code} />
      </Stack>
    </Dialog>
  );
}

/** A plain address of another site: nothing of theirs runs here, and they do not learn which page it was opened from. */
function Place({ href, name, isFirst }: { href: string; name: string; isFirst?: boolean }) {
  const { t } = useText();
  return (
    <a className={classes(styles.place, isFirst && styles.first)} href={href} target="_blank" rel="noopener noreferrer">
      {name}
      <span className={styles.away}>{t('share.newTab')}</span>
    </a>
  );
}

function DeviceShare({ url, sentence, title }: Pick<Props, 'url' | 'sentence' | 'title'>) {
  const { t } = useText();
  if (typeof navigator.share !== 'function') return null;
  // Closing the sheet without a choice is an answer too.
  const share = () => void navigator.share({ title, text: sentence, url }).catch(() => undefined);
  return (
    <Button icon="share" variant="quiet" wide onClick={share}>
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
      <TextField label={t('share.link')} type="url" dir="ltr" value={url} readOnly onValueChange={() => undefined} />
      <Button variant="quiet" onClick={() => void copy()}>
        {t('share.copy')}
      </Button>
      {failed && <FormError>{t('share.copyFailed')}</FormError>}
    </div>
  );
}

/** A poster for paper, and for a loan a picture that fills the screen of a phone; both in the reader's language. */
function Pictures({ kind, id, code }: SharedThing & { code: string | null }) {
  const { t, locale } = useText();
  const query = new URLSearchParams({ lang: locale, ...(code !== null && { by: code }) });
  return (
    <ul className={styles.places}>
      <li>
        <Place href={`/share/${kind}/${id}/poster?${query}`} name={t('share.poster')} />
      </li>
      {kind === 'proposal' && (
        <li>
          <a
            className={styles.place}
            href={`/share/proposal/${id}/status.jpg?lang=${locale}`}
            download={`sathi-${id}.jpg`}
          >
            {t('share.status')}
          </a>
        </li>
      )}
    </ul>
  );
}
