import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { callList } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { useTask } from '../../lib/use-task.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './edit-proposal.module.css';
import { formErrorOf } from './form-error.ts';
import { type GalleryPicture, saveGallery } from './gallery.ts';
import { GalleryField } from './gallery-field.tsx';
import { bodyOf, draftOf, draftProblems } from './proposal-draft.ts';
import { ProposalFields } from './proposal-fields.tsx';

type Props = {
  proposal: ProposalSummary;
  /** Back to view mode, after saving as after cancelling. What was typed goes with this component. */
  onDone: () => void;
  /** `h1` where the form is the page. */
  heading?: 'h1' | 'h2';
};

/** The edit mode of a card and of a page (specification section 2). Cancelling shows the old values again. */
export default function EditProposal({ proposal, onDone, heading: Heading = 'h2' }: Props) {
  const { t, format } = useText();
  const headingId = useId();
  const [before] = useState(() => draftOf(proposal));
  const [draft, setDraft] = useState(before);
  const [wasAttempted, setAttempted] = useState(false);
  const [isPictureComing, setPictureComing] = useState(false);
  const [isGalleryComing, setGalleryComing] = useState(false);
  const gallery = useEditedGallery(proposal.id);
  const client = useQueryClient();
  const update = useSend('updateProposal', {});
  const saving = useTask<void, unknown, void>({
    run: async () => {
      const body = bodyOf(draft);
      const isChanged = JSON.stringify(body) !== JSON.stringify(bodyOf(before));
      if (isChanged) await update.mutateAsync({ query: { id: proposal.id }, body });
      const count = await saveGallery(proposal.id, gallery.before, gallery.after);
      if (count > 0) toast.error(t('pictures.galleryFailed', { count }));
      if (isChanged || gallery.isChanged) toast.success(t('proposal.updated'));
      onDone();
      const stale = [queryKeys.proposals, queryKeys.proposal(proposal.id)];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  const save = () => {
    setAttempted(true);
    if (Object.keys(draftProblems(draft)).length === 0) saving.mutate();
  };
  const busy = saving.isPending || isPictureComing || isGalleryComing;
  return (
    <Card as="section" padded labelledBy={headingId} className={styles.edit}>
      <Heading id={headingId} dir="auto">
        {t('proposal.editing', { title: format.isolate(proposal.title) })}
      </Heading>
      <Focused>
        <Form busy={busy} error={formErrorOf(update.error, t)} onSubmit={save}>
          {proposal.isMFIApproved && (
            <Banner tone="info">{t('proposal.editTakesCheck', { mfi: format.isolate(proposal.mfiName) })}</Banner>
          )}
          <ProposalFields
            draft={draft}
            onDraftChange={setDraft}
            wasAttempted={wasAttempted}
            error={update.error}
            mfiName={proposal.mfiName}
            proposalId={proposal.id}
            onBusyChange={setPictureComing}
          />
          {gallery.isLoaded && (
            <GalleryField
              value={gallery.after}
              onValueChange={gallery.change}
              onBusyChange={setGalleryComing}
              name={proposal.id}
            />
          )}
          <Row>
            <Button {...demo('edit')} type="submit" busy={busy}>
              {t('common.save')}
            </Button>
            <Button variant="quiet" disabled={saving.isPending} onClick={onDone}>
              {t('common.cancel')}
            </Button>
          </Row>
        </Form>
      </Focused>
    </Card>
  );
}

/** The album as it was and as it is to be. Nothing is saved before the form is. */
function useEditedGallery(proposalId: string) {
  const { data } = useQuery({
    queryKey: [...queryKeys.proposal(proposalId), 'edited gallery'],
    queryFn: ({ signal }) => callList('listGalleryImages', { query: { proposalId } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [edited, setEdited] = useState<readonly GalleryPicture[] | null>(null);
  const before: readonly GalleryPicture[] = data?.data ?? [];
  return {
    isLoaded: data !== undefined,
    before,
    after: edited ?? before,
    isChanged: edited !== null,
    change: (changed: (now: readonly GalleryPicture[]) => GalleryPicture[]) =>
      setEdited((now) => changed(now ?? before)),
  };
}
