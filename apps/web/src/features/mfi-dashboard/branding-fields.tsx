import type { ApiError } from '../../lib/api-error.ts';
import { useText } from '../../lib/text.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BRANDING_TEXT_LENGTH_MAX, type BrandingDraft, type BrandingProblems, colorProblem } from './branding-draft.ts';
import { ColorField } from './color-field.tsx';

type Props = {
  draft: BrandingDraft;
  onDraftChange: (draft: BrandingDraft) => void;
  /** Empty before the first attempt to save. */
  problems: BrandingProblems;
  /** What the server said. */
  error: ApiError | null;
  onBusyChange: (isBusy: boolean) => void;
};

export function BrandingFields({ draft, onDraftChange, problems, error, onBusyChange }: Props) {
  const { t } = useText();
  const set = (changed: Partial<BrandingDraft>) => onDraftChange({ ...draft, ...changed });
  const errorAt = (field: keyof BrandingDraft) => {
    const problem = problems[field];
    return problem ? t(problem) : error?.messageFor(field);
  };
  const at = (field: Exclude<keyof BrandingDraft, 'logo'>) => ({
    value: draft[field],
    onValueChange: (value: string) => set({ [field]: value }),
    error: errorAt(field),
  });
  const colorErrorAt = (field: 'primaryColor' | 'accentColor') => {
    const problem = colorProblem(draft[field], field === 'primaryColor' ? 'primary' : 'accent');
    return problem ? t(problem) : error?.messageFor(field);
  };
  return (
    <>
      <PictureField
        label={t('mfi.settings.logo')}
        hint={t('mfi.settings.logoHint')}
        folder="campaignImages"
        value={draft.logo}
        onValueChange={(logo) => set({ logo })}
        onBusyChange={onBusyChange}
        {...(errorAt('logo') !== undefined && { error: errorAt('logo') })}
      />
      <ColorField
        label={t('mfi.settings.primaryColor')}
        hint={t('mfi.settings.primaryHint')}
        error={colorErrorAt('primaryColor')}
        value={draft.primaryColor}
        onValueChange={(primaryColor) => set({ primaryColor })}
      />
      <ColorField
        label={t('mfi.settings.accentColor')}
        hint={t('mfi.settings.accentHint')}
        error={colorErrorAt('accentColor')}
        value={draft.accentColor}
        onValueChange={(accentColor) => set({ accentColor })}
      />
      <TextField label={t('mfi.settings.slogan')} optional {...at('slogan')} />
      <TextAreaField
        label={t('mfi.settings.welcome')}
        optional
        rows={2}
        maxLength={BRANDING_TEXT_LENGTH_MAX}
        {...at('welcomeMessage')}
      />
      <TextField label={t('mfi.settings.website')} type="url" {...at('website')} />
      <TextField label={t('mfi.settings.phone')} hint={t('mfi.settings.phoneHint')} type="tel" {...at('phone')} />
      <TextField label={t('mfi.settings.email')} type="email" {...at('email')} />
    </>
  );
}
