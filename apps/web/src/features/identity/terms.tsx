import { Suspense, useState } from 'react';
import termsTexts from 'virtual:texts/features/identity/terms-dialog.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import styles from './identity.module.css';

const TermsDialog = lazyPart(() => import('./terms-dialog.tsx'), termsTexts);

type Props = { checked: boolean; onCheckedChange: (checked: boolean) => void };

/** The box to tick, and the terms to read before. */
export function TermsAgreement({ checked, onCheckedChange }: Props) {
  const { t } = useText();
  const [isReading, setReading] = useState(false);
  return (
    <div className={styles.agreement}>
      <CheckboxField
        label={t('identity.register.agree')}
        checked={checked}
        onCheckedChange={onCheckedChange}
        required
      />
      <Button variant="plain" small onClick={() => setReading(true)}>
        {t('identity.register.readTerms')}
      </Button>
      {isReading && (
        <Suspense>
          <TermsDialog onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  );
}
