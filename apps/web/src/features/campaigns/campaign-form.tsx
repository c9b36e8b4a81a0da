import { donationPageOf } from '@sathi/domain/campaigns.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { useStaffText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { inWords, useForm } from '../../lib/use-form.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import { useSend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyOf, type Campaign, changesOf, draftOf, draftProblems, emptyDraft, isHeldUp } from './campaign-draft.ts';
import { CampaignFields } from './campaign-fields.tsx';

type Props = {
  mfi: { id: string; name: string };
  /** Null for a new one. */
  campaign: Campaign | null;
  onSaved: () => void;
  /**
   * Leads back to the view before, with its old values. The text typed for a new campaign is there again when the form
   * opens anew.
   */
  onCancel: () => void;
};

const FORM_ID = 'campaign';

/** The add mode and the edit mode of a campaign (specification section 2). */
export function CampaignForm({ mfi, campaign, onSaved, onCancel }: Props) {
  const { t } = useStaffText();
  const today = todayIn(useMfi(mfi.name).data?.timeZone ?? 'UTC');
  const [before] = useState(() => (campaign ? draftOf(campaign) : null));
  const [isPictureComing, setPictureComing] = useState(false);
  const kept = useKeptValues(campaign ? null : `new-campaign.${mfi.id}`, before ?? emptyDraft(today));
  const saving = useSave(mfi.id, campaign, () => {
    kept.forget();
    onSaved();
  });
  const { error } = saving;
  const form = useForm(kept.state, (draft) => inWords(draftProblems(draft, before, today), t), error);
  const save = () => {
    form.attempt(() => undefined);
    if (isHeldUp(form.values, draftProblems(form.values, before, today))) return;
    if (before) saving.update(changesOf(form.values, before));
    else saving.create({ ...bodyOf(form.values), mfiId: mfi.id });
  };
  const busy = saving.isPending || isPictureComing;
  return (
    <Dialog
      wide
      title={campaign ? t('campaigns.editing', { name: campaignName(campaign, t) }) : t('campaigns.newTitle')}
      onClose={onCancel}
      busy={saving.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy}>
            {t(campaign ? 'common.save' : 'campaigns.add')}
          </Button>
        </>
      }
    >
      <Form
        id={FORM_ID}
        onSubmit={save}
        busy={busy}
        error={error && error.errors.length === 0 ? errorSentence(error, t) : undefined}
      >
        <CampaignFields form={form} fixedDonation={fixedDonationOf(mfi)} onBusyChange={setPictureComing} />
      </Form>
    </Dialog>
  );
}

/** R17.2: the campaigns of one MFI all have the same donation page. */
function fixedDonationOf({ id, name }: Props['mfi']) {
  const address = donationPageOf(Number(id) as MfiId, '');
  return address === '' ? null : { mfiName: name, host: new URL(address).host };
}

function useSave(mfiId: string, campaign: Campaign | null, onSaved: () => void) {
  const { t } = useStaffText();
  const invalidates = [queryKeys.campaigns(mfiId), ...(campaign ? [queryKeys.campaign(campaign.id)] : [])];
  const onError = () => void toast.error(t('campaigns.failed'));
  const create = useSend('createCampaign', {
    keys: KEPT_KEYS,
    invalidates,
    onError,
    onSuccess: () => void toast.success(t('campaigns.added')),
  });
  const update = useSend('updateCampaign', {
    invalidates,
    onError,
    onSuccess: () => void toast.success(t('campaigns.saved')),
  });
  // The form stays until the list is fresh, so that the view never shows the old values again.
  const end = (sending: Promise<unknown>) => void sending.then(onSaved).catch(() => undefined);
  return {
    create: (body: BodyOf<'createCampaign'>) => end(create.mutateAsync({ body })),
    update: (body: BodyOf<'updateCampaign'>) => {
      if (!campaign) return;
      // A draft without a change needs no call.
      if (Object.keys(body).length === 0) onSaved();
      else end(update.mutateAsync({ query: { id: campaign.id }, body }));
    },
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  };
}
