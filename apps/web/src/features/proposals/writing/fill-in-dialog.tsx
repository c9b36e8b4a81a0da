import { useState } from 'react';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { help } from '../../../lib/help-mode.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useStaffText } from '../../../lib/text.tsx';
import { useForm } from '../../../lib/use-form.ts';
import { useSend } from '../../../lib/use-send.ts';
import type { ProposalSummary } from '../../../lib/wire.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { placeProblem, wordsOf } from './proposal-draft.ts';
import { whoAndWhereOf } from './typed-who-and-where.ts';
import { WhoAndWhereFields } from './who-and-where-fields.tsx';

/** Staff say place, trade and language where the owner did not (R26.1). */
export default function FillInDialog({ proposal, onClose }: { proposal: ProposalSummary; onClose: () => void }) {
  const { t } = useStaffText();
  const { place, category, storyLanguage } = proposal;
  const words = wordsOf(proposal);
  const send = useSend('fillInProposal', {
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.proposals],
    onSuccess: () => {
      toast.success(t('mfi.fillIn.success'));
      onClose();
    },
  });
  const form = useForm(
    useState({ place: place ?? '', category: category ?? '', storyLanguage: storyLanguage ?? '' }),
    (values) => ({ place: placeProblem(values.place) === 'too_long' && t('common.tooLong') }),
    send.error,
  );
  const submit = () =>
    form.attempt(() =>
      send.mutate({
        query: { mfiId: proposal.mfiId, proposalId: proposal.id },
        body: whoAndWhereOf(form.values, words),
      }),
    );
  return (
    <FormDialog
      title={t('money.actions.fillIn')}
      about={proposal.title}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('fillIn'), children: t('common.save') }}
    >
      <p>{t('mfi.fillIn.explanation', { name: proposal.user.firstName })}</p>
      <WhoAndWhereFields
        field={(name) => ({ name, ...form.field(name) })}
        words={words}
        mfiName={proposal.mfiName}
        languageLabel={t('mfi.fillIn.storyLanguage')}
      />
    </FormDialog>
  );
}
