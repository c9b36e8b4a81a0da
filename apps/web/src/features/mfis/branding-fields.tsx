import { useStaffText } from '../../lib/text.tsx';
import type { FormState } from '../../lib/use-form.ts';
import { PictureField } from '../files/picture-field.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BRANDING_TEXT_LENGTH_MAX, type BrandingDraft, colorProblem } from './branding-draft.ts';
import { ColorField } from './color-field.tsx';

type Props = {
  form: FormState<BrandingDraft>;
  onBusyChange: (isBusy: boolean) => void;
};

export function BrandingFields({ form, onBusyChange }: Props) {
  const { t } = useStaffText();
  /** Told while it is chosen. */
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
        maxLength={BRANDING_TEXT_LENGTH_MAX}
        {...form.field('welcomeMessage')}
      />
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
