import { donationPageOf } from '@sathi/domain/campaigns.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import { useSend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { bodyOf, type Campaign, changesOf, draftOf, draftProblems, emptyDraft } from './campaign-draft.ts';
import { CampaignFields } from './campaign-fields.tsx';
import { todayIn } from './today.ts';

type Props = {
  mfi: { id: string; name: string };
  /** Null for a new one. */
  campaign: Campaign | null;
  onSaved: () => void;
  /** Back to what it was before; what was typed goes with this component. */
  onCancel: () => void;
};

const FORM_ID = 'campaign';

/** The add mode and the edit mode of a campaign (specification section 2). */
export function CampaignForm({ mfi, campaign, onSaved, onCancel }: Props) {
  const { t, format } = useText();
  const today = todayIn(useMfi(mfi.name).data?.timeZone ?? 'UTC');
  const [before] = useState(() => (campaign ? draftOf(campaign) : null));
  const [draft, setDraft] = useState(() => before ?? emptyDraft(today));
  const [wasAttempted, setAttempted] = useState(false);
  const [isPictureComing, setPictureComing] = useState(false);
  const saving = useSave(mfi.id, campaign, onSaved);
  const problems = draftProblems(draft, before, today);
  const save = () => {
    setAttempted(true);
    if (Object.keys(problems).length > 0) return;
    if (before) saving.update(changesOf(draft, before));
    else saving.create({ ...bodyOf(draft), mfiId: mfi.id });
  };
  const busy = saving.isPending || isPictureComing;
  const error = saving.error;
  return (
    <Dialog
      wide
      title={campaign ? t('campaigns.editing', { name: format.isolate(campaign.name) }) : t('campaigns.newTitle')}
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
        <CampaignFields
          draft={draft}
          onDraftChange={setDraft}
          problems={wasAttempted ? problems : {}}
          error={error}
          fixedDonation={fixedDonationOf(mfi)}
          onBusyChange={setPictureComing}
        />
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
  const { t } = useText();
  const invalidates = [queryKeys.campaigns(mfiId), ...(campaign ? [queryKeys.campaign(campaign.id)] : [])];
  const onError = () => void toast.error(t('campaigns.failed'));
  const create = useSend('createCampaign', {
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
      // Nothing has changed: there is nothing to send.
      if (Object.keys(body).length === 0) onSaved();
      else end(update.mutateAsync({ query: { id: campaign.id }, body }));
    },
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  };
}
