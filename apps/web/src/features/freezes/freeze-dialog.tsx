import { REASON_LENGTH_MAX } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { proposal: ProposalDetails; userId: string; onClose: () => void };

/** A manager stops the proposal, its owner or a backer, with a reason that the person reads (R34.7). */
export function FreezeDialog({ proposal, userId, onClose }: Props) {
  const { t } = useStaffText();
  const { targets, backers } = useTargets(proposal, userId);
  const [target, setTarget] = useState('');
  const chosen = target || (targets[0]?.value ?? '');
  const kept = useKeptValues(`freeze.${proposal.id}.${chosen}`, { reason: '' });
  const send = useSend('enterFreeze', {
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.proposals, queryKeys.freezes(proposal.mfiId)],
    onSuccess: () => {
      toast.success(t('freeze.done'));
      kept.forget();
      onClose();
    },
  });
  const form = useForm(
    kept.state,
    ({ reason }) => ({
      reason: requiredWords(t, reason),
    }),
    send.error,
  );
  const { reason } = form.values;
  const submit = () =>
    form.attempt(() => {
      const what =
        chosen === PROPOSAL ? { kind: 'proposal' as const, id: proposal.id } : { kind: 'person' as const, id: chosen };
      send.mutate({ query: { mfiId: proposal.mfiId }, body: { ...what, reason: reason.trim() } });
    });
  return (
    <FormDialog
      title={t('freeze.dialog')}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error && send.error.errors.length === 0 ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('freeze'), variant: 'danger', children: t('freeze.action') }}
    >
      <p>{t('freeze.lead', { mfi: proposal.mfiName })}</p>
      <SelectField
        label={t('freeze.target')}
        value={chosen}
        onValueChange={(value) => {
          setTarget(value);
          send.reset();
          form.restart();
        }}
        options={targets}
      />
      <MoreButton list={backers} />
      <TextAreaField
        label={t('freeze.reason')}
        hint={t('freeze.reasonHint')}
        maxLength={REASON_LENGTH_MAX}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

/** The value of the proposal itself; those of people are their ids. */
const PROPOSAL = 'proposal';

/** The proposal, its owner, and everybody who backs it, but for those who are stopped already. */
function useTargets(proposal: ProposalDetails, userId: string) {
  const { t } = useStaffText();
  const backers = useList('listBackers', queryKeys.backers(proposal.id), { proposalId: proposal.id });
  const isStopped = (of: 'proposal' | 'owner') =>
    proposal.freezes.some(({ personId }) => personId === (of === 'proposal' ? null : proposal.userId));
  const people = (backers.rows ?? []).filter(({ id, kind }) => id !== null && id !== userId && kind !== 'invited_only');
  const targets = [
    ...(isStopped('proposal') ? [] : [{ value: PROPOSAL, label: t('freeze.targetProposal') }]),
    ...(isStopped('owner')
      ? []
      : [{ value: proposal.userId, label: t('freeze.targetOwner', { name: proposal.userName }) }]),
    ...people.map(({ id, name }) => ({ value: id ?? '', label: t('freeze.targetBacker', { name }) })),
  ];
  return { targets, backers };
}
