import { BIO_LENGTH_MAX } from '@sathi/domain/accounts.ts';
import { useText } from '../../lib/text.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';

type Props = { value: string; onValueChange: (value: string) => void; error: string | undefined };

export function BioField({ value, onValueChange, error }: Props) {
  const { t } = useText();
  return (
    <TextAreaField
      label={t('identity.field.bio')}
      hint={t('identity.field.bioHint')}
      error={error}
      value={value}
      onValueChange={onValueChange}
      name="bio"
      maxLength={BIO_LENGTH_MAX}
      rows={3}
      optional
    />
  );
}
