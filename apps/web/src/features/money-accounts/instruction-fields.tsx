import { INSTRUCTIONS_LENGTH_MAX } from '@sathi/domain/money-accounts.ts';
import { LANGUAGE_NAMES, LOCALES } from '../../lib/locale.ts';
import { useStaffText } from '../../lib/text.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import type { AccountForm } from './account-draft.ts';

/** Words for payers in each language; the reader's own language comes first. */
export function InstructionFields({ form }: { form: AccountForm }) {
  const { t, locale } = useStaffText();
  const languages = [locale, ...LOCALES.filter((language) => language !== locale)];
  return languages.map((language) => (
    <TextAreaField
      key={language}
      {...form.field(language)}
      label={t('accounts.instructionsIn', { language: LANGUAGE_NAMES[language] })}
      {...(language === locale && { hint: t('accounts.instructionsHint') })}
      maxLength={INSTRUCTIONS_LENGTH_MAX}
      optional
    />
  ));
}
