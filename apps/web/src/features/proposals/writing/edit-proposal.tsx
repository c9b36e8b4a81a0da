import type { LocalCurrency } from '@sathi/domain/local-money.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { help } from '../../../lib/help-mode.ts';
import { call, callList } from '../../../lib/api.ts';
import { statusOf } from '../../../lib/proposal-status.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useText } from '../../../lib/text.tsx';
import { useForm } from '../../../lib/use-form.ts';
import { useSend } from '../../../lib/use-send.ts';
import type { ProposalSummary } from '../../../lib/wire.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { Form } from '../../../ui/form.tsx';
import { Row } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from './edit-proposal.module.css';
import { formErrorOf } from './form-error.ts';
import { type GalleryPicture, saveGallery } from './gallery.ts';
import { GalleryField } from './gallery-field.tsx';
import { type LoanLimits, limitWords, ownLimitIn } from './limit-words.ts';
import { useLoanLimits } from './loan-limits.ts';
import { MoneyFields } from './money-fields.tsx';
import { bodyOf, draftOf, draftProblems, mergedDraft } from './proposal-draft.ts';
import { PhotoFields, WhatFields, WordsFields } from './proposal-fields.tsx';
import { useDraftProblems } from './use-draft-problems.ts';

type Props = {
  proposal: ProposalSummary;
  /** Returns to view mode, after saving as after cancelling. Typed text is lost with this component. */
  onDone: () => void;
  /** `h1` where the form is the page. */
  heading?: 'h1' | 'h2';
};

/** The edit mode of a card and of a page (specification section 2). Cancelling shows the old values again. */
export default function EditProposal({ proposal, onDone, heading: Heading = 'h2' }: Props) {
  const { t } = useText();
  const headingId = useId();
  const [isPictureComing, setPictureComing] = useState(false);
  const [isGalleryComing, setGalleryComing] = useState(false);
  const gallery = useEditedGallery(proposal.id);
  const currency = proposal.localAmount?.currency as LocalCurrency | undefined;
  const limits = useLoanLimits(proposal.mfiId);
  const { form, saving, error, isOvertaken } = useSaving(proposal, { gallery, currency, limits, onSaved: onDone });
  const busy = saving.isPending || isPictureComing || isGalleryComing;
  return (
    <Card as="section" padded labelledBy={headingId} className={styles.edit}>
      <Heading id={headingId} dir="auto">
        {t('proposal.editing', { title: proposal.title })}
      </Heading>
      <Focused>
        <Form busy={busy} error={formErrorOf(error, t)} onSubmit={() => form.attempt(() => saving.mutate())}>
          {proposal.isMFIApproved && (
            <Banner tone="info">{t('proposal.editTakesCheck', { mfi: proposal.mfiName })}</Banner>
          )}
          {isOvertaken && <Banner tone="warm">{t('proposal.changedMeanwhile')}</Banner>}
          <WhatFields form={form} mfiName={proposal.mfiName} />
          <MoneyFields form={form} mfiName={proposal.mfiName} mfiId={proposal.mfiId} currency={currency} />
          <WordsFields form={form} />
          <PhotoFields form={form} proposalId={proposal.id} onBusyChange={setPictureComing} />
          {gallery.isLoaded && (
            <GalleryField
              value={gallery.after}
              onValueChange={gallery.change}
              onBusyChange={setGalleryComing}
              name={proposal.id}
            />
          )}
          <Row>
            <Button {...help('edit')} type="submit" busy={busy}>
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

type Saving = {
  gallery: ReturnType<typeof useEditedGallery>;
  currency: LocalCurrency | undefined;
  limits: LoanLimits | undefined;
  onSaved: () => void;
};

/**
 * Saves the words and then the album. Words that were changed elsewhere meanwhile are first merged into the form, for
 * the person to look at.
 */
function useSaving(proposal: ProposalSummary, { gallery, currency, limits, onSaved }: Saving) {
  const text = useText();
  const { t } = text;
  const client = useQueryClient();
  const [before, setBefore] = useState(() => draftOf(proposal));
  const [isOvertaken, setOvertaken] = useState(false);
  const update = useSend('updateProposal', {});
  // The limit of a draft is judged at its publishing.
  const judged = statusOf(proposal) === 'drafted' || !limits ? undefined : ownLimitIn(currency, limits);
  const form = useForm(
    useState(before),
    useDraftProblems(
      (draft) => draftProblems(draft, judged),
      limits && limitWords(limits, proposal.mfiName, currency, text),
    ),
    update.error,
  );
  const saving = useMutation<void, unknown, void>({
    mutationFn: async () => {
      // Without an answer to this question, the update below says what is wrong.
      const latest = await call('findProposal', { query: { id: proposal.id } }).catch(() => null);
      const merged = latest && mergedDraft(before, form.values, draftOf(latest));
      setOvertaken(merged !== null);
      if (latest && merged) {
        form.set(merged);
        return setBefore(draftOf(latest));
      }
      const body = bodyOf(form.values, currency);
      const isChanged = JSON.stringify(body) !== JSON.stringify(bodyOf(before, currency));
      if (isChanged) {
        const read = latest && { revision: latest.revision };
        await update.mutateAsync({ query: { id: proposal.id, ...read }, body });
      }
      const count = await saveGallery(proposal.id, gallery.before, gallery.after);
      if (count > 0) toast.error(t('pictures.galleryFailed', { count }));
      if (isChanged || gallery.isChanged) toast.success(t('proposal.updated'));
      onSaved();
      const stale = [queryKeys.proposals, queryKeys.proposal(proposal.id)];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return { form, saving, error: update.error, isOvertaken };
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
