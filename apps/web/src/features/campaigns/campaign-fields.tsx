import { CAMPAIGN_DESCRIPTION_LENGTH_MAX, CAMPAIGN_NAME_LENGTH_MAX } from '@sathi/domain/campaigns.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { useText } from '../../lib/text.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import type { ValueProps } from '../../ui/field.tsx';
import { LengthCounter } from '../../ui/length-counter.tsx';
import { Columns } from '../../ui/page.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CampaignDraft, CampaignProblems } from './campaign-draft.ts';

type Props = {
  draft: CampaignDraft;
  onDraftChange: (draft: CampaignDraft) => void;
  /** Empty before the first attempt to save. */
  problems: CampaignProblems;
  /** What the server said. */
  error: ApiError | null;
  /** Where gifts to this MFI go whatever is written here; null where its campaigns decide. */
  fixedDonation: { mfiName: string; host: string } | null;
  onBusyChange: (isBusy: boolean) => void;
};

export function CampaignFields({ draft, onDraftChange, problems, error, fixedDonation, onBusyChange }: Props) {
  const { t } = useText();
  const set = (changed: Partial<CampaignDraft>) => onDraftChange({ ...draft, ...changed });
  const errorAt = (field: keyof CampaignDraft) => {
    const problem = problems[field];
    return problem ? t(problem) : error?.messageFor(field);
  };
  const at = (field: Exclude<keyof CampaignDraft, 'image' | 'published'>) => ({
    value: draft[field],
    onValueChange: (value: string) => set({ [field]: value }),
    error: errorAt(field),
  });
  return (
    <>
      <TextField
        label={t('campaigns.field.name')}
        aside={<LengthCounter value={draft.name} maxLength={CAMPAIGN_NAME_LENGTH_MAX} />}
        {...at('name')}
        required
      />
      <TextField
        label={t('campaigns.field.campaignUrl')}
        hint={t('campaigns.field.campaignUrlHint')}
        type="url"
        {...at('campaignUrl')}
        required
      />
      <DonationField fixed={fixedDonation} {...at('donationUrl')} />
      <TextAreaField
        label={t('campaigns.field.description')}
        hint={t('campaigns.field.descriptionHint')}
        maxLength={CAMPAIGN_DESCRIPTION_LENGTH_MAX}
        {...at('description')}
        required
      />
      <PictureField
        label={t('campaigns.field.image')}
        folder="campaignImages"
        name={draft.name.trim() || 'campaign'}
        value={draft.image}
        onValueChange={(image) => set({ image })}
        error={errorAt('image')}
        onBusyChange={onBusyChange}
        optional
      />
      <Columns>
        <DateField label={t('campaigns.field.startDate')} {...at('startDate')} required />
        <DateField
          label={t('campaigns.field.endDate')}
          hint={t('campaigns.field.endDateHint')}
          {...at('endDate')}
          required
        />
      </Columns>
      <CheckboxField
        label={t('campaigns.field.published')}
        hint={t('campaigns.field.publishedHint')}
        checked={draft.published}
        onCheckedChange={(published) => set({ published })}
      />
    </>
  );
}

type DonationProps = Pick<ValueProps, 'value' | 'onValueChange' | 'error'> & { fixed: Props['fixedDonation'] };

function DonationField({ fixed, ...field }: DonationProps) {
  const { t, format } = useText();
  if (fixed) {
    return (
      <p>
        {t('campaigns.field.donationFixed', {
          mfi: format.isolate(fixed.mfiName),
          host: format.isolate(fixed.host),
        })}
      </p>
    );
  }
  return (
    <TextField
      label={t('campaigns.field.donationUrl')}
      hint={t('campaigns.field.donationUrlHint')}
      type="url"
      {...field}
      optional
    />
  );
}
