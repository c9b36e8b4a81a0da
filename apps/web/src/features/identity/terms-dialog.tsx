import { type TextKey, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './identity.module.css';

const SECTIONS: readonly (readonly [title: TextKey, text: TextKey])[] = [
  ['identity.terms.whatTitle', 'identity.terms.whatText'],
  ['identity.terms.borrowTitle', 'identity.terms.borrowText'],
  ['identity.terms.backTitle', 'identity.terms.backText'],
  ['identity.terms.accountTitle', 'identity.terms.accountText'],
  ['identity.terms.dataTitle', 'identity.terms.dataText'],
  ['identity.terms.rightsTitle', 'identity.terms.rightsText'],
];

export function TermsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      title={t('identity.terms.title')}
      onClose={onClose}
      wide
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className={styles.terms} role="document" tabIndex={0} aria-label={t('identity.terms.title')}>
        {SECTIONS.map(([title, text]) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
