import { MFI_TEXT_LENGTH_MAX } from '@sathi/domain/mfi-words.ts';
import { useState } from 'react';
import { LANGUAGE_NAMES } from '../../lib/locale.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { FormState } from '../../lib/use-form.ts';
import { PictureField } from '../files/picture-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type BrandingDraft, colorProblem, TEXT_FIELDS } from './branding-draft.ts';
import styles from './branding.module.css';
import { ColorField } from './color-field.tsx';

type Props = {
  form: FormState<BrandingDraft>;
  onBusyChange: (isBusy: boolean) => void;
};

export function BrandingFields({ form, onBusyChange }: Props) {
  const { t } = useStaffText();
  /** The props of a colour field, whose problem is told while the colour is chosen. */
  const colorField = (field: 'primaryColor' | 'accentColor') => {
    const problem = colorProblem(form.values[field], field === 'primaryColor' ? 'primary' : 'accent');
    return { ...form.field(field), ...(problem && { error: t(problem) }) };
  };
  return (
    <>
      <PictureField
        label={t('mfi.settings.logo')}
        hint={t('mfi.settings.logoHint')}
        folder="campaignImages"
        value={form.values.logo}
        onValueChange={(logo) => form.set({ logo })}
        onBusyChange={onBusyChange}
        error={form.errorAt('logo')}
      />
      <ColorField
        label={t('mfi.settings.primaryColor')}
        hint={t('mfi.settings.primaryHint')}
        {...colorField('primaryColor')}
      />
      <ColorField
        label={t('mfi.settings.accentColor')}
        hint={t('mfi.settings.accentHint')}
        {...colorField('accentColor')}
      />
      <TextField label={t('mfi.settings.slogan')} optional {...form.field('slogan')} />
      <TextAreaField
        label={t('mfi.settings.welcome')}
        optional
        rows={2}
        maxLength={MFI_TEXT_LENGTH_MAX}
        {...form.field('welcomeMessage')}
      />
      <TextFields form={form} />
      <TextField label={t('mfi.settings.website')} type="url" {...form.field('website')} />
      <TextField
        label={t('mfi.settings.phone')}
        hint={t('mfi.settings.phoneHint')}
        type="tel"
        {...form.field('phone')}
      />
      <TextField label={t('mfi.settings.email')} type="email" {...form.field('email')} />
      <CheckboxField
        label={t('mfi.settings.hideUnchecked')}
        hint={t('mfi.settings.hideUncheckedHint')}
        checked={form.values.hideUnchecked}
        onCheckedChange={(hideUnchecked) => form.set({ hideUnchecked })}
      />
    </>
  );
}

/** The words in other languages: folded while there are none, so that they are seen when the first ones change. */
function TextFields({ form }: { form: FormState<BrandingDraft> }) {
  const { t } = useStaffText();
  const [isOpen, setOpen] = useState(() => TEXT_FIELDS.some(({ field }) => form.values[field] !== ''));
  const isWrong = TEXT_FIELDS.some(({ field }) => form.errorAt(field) !== undefined);
  return (
    <details
      className={styles.texts}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('mfi.settings.texts')}</summary>
      <Stack>
        <p>{t('mfi.settings.textsHint')}</p>
        {TEXT_FIELDS.map(({ name, language, field }) => {
          const of = { language: LANGUAGE_NAMES[language] };
          return name === 'slogan' ? (
            <TextField key={field} label={t('mfi.settings.sloganIn', of)} optional {...form.field(field)} />
          ) : (
            <TextAreaField
              key={field}
              label={t('mfi.settings.welcomeIn', of)}
              optional
              rows={2}
              maxLength={MFI_TEXT_LENGTH_MAX}
              {...form.field(field)}
            />
          );
        })}
      </Stack>
    </details>
  );
}
