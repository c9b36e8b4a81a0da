import { CAMPAIGN_DESCRIPTION_LENGTH_MAX, CAMPAIGN_NAME_LENGTH_MAX } from '@sathi/domain/campaigns.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { FormState } from '../../lib/use-form.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import type { ValueProps } from '../../ui/field.tsx';
import { LengthCounter } from '../../ui/length-counter.tsx';
import { Columns } from '../../ui/page.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CampaignDraft } from './campaign-draft.ts';

type Props = {
  form: FormState<CampaignDraft>;
  /** The page for gifts to this MFI, above any address written here; null where its campaigns decide. */
  fixedDonation: { mfiName: string; host: string } | null;
  onBusyChange: (isBusy: boolean) => void;
};

export function CampaignFields({ form, fixedDonation, onBusyChange }: Props) {
  const { t } = useStaffText();
  const { values: draft, set } = form;
  return (
    <>
      <TextField
        label={t('campaigns.field.name')}
        aside={<LengthCounter value={draft.name} maxLength={CAMPAIGN_NAME_LENGTH_MAX} />}
        {...form.field('name')}
        required
      />
      <TextField
        label={t('campaigns.field.campaignUrl')}
        hint={t('campaigns.field.campaignUrlHint')}
        type="url"
        {...form.field('campaignUrl')}
        required
      />
      <DonationField fixed={fixedDonation} {...form.field('donationUrl')} />
      <TextAreaField
        label={t('campaigns.field.description')}
        hint={t('campaigns.field.descriptionHint')}
        maxLength={CAMPAIGN_DESCRIPTION_LENGTH_MAX}
        {...form.field('description')}
        required
      />
      <PictureField
        label={t('campaigns.field.image')}
        folder="campaignImages"
        name={draft.name.trim() || 'campaign'}
        value={draft.image}
        onValueChange={(image) => set({ image })}
        error={form.errorAt('image')}
        onBusyChange={onBusyChange}
        optional
      />
      <Columns>
        <DateField label={t('campaigns.field.startDate')} {...form.field('startDate')} required />
        <DateField
          label={t('campaigns.field.endDate')}
          hint={t('campaigns.field.endDateHint')}
          {...form.field('endDate')}
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
  const { t } = useStaffText();
  if (fixed) {
    return (
      <p>
        {t('campaigns.field.donationFixed', {
          mfi: fixed.mfiName,
          host: fixed.host,
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
