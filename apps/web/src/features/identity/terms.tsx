import { useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import styles from './identity.module.css';
import { TermsDialog } from './terms-dialog.tsx';

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
      {isReading && <TermsDialog onClose={() => setReading(false)} />}
    </div>
  );
}
