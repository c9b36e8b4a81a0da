import { isPastDay } from '@sathi/domain/calendar-date.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';

export type ProposalCommand = 'publish' | 'unpublish' | 'delete' | 'ignore' | 'unignore';

type Words = { question: TextKey; yes: TextKey; danger?: true };

const WORDS: Record<ProposalCommand, Words> = {
  publish: { question: 'money.confirm.publish', yes: 'money.actions.publish' },
  unpublish: { question: 'money.confirm.unpublish', yes: 'money.actions.unpublish' },
  delete: { question: 'money.confirm.delete', yes: 'money.actions.delete', danger: true },
  ignore: { question: 'money.confirm.ignore', yes: 'money.actions.ignore' },
  unignore: { question: 'money.confirm.unignore', yes: 'money.actions.unignore' },
};

/** The actions that are one question and one call. `problem` stays beside the buttons after the toast has gone. */
export function useProposalCommands(proposal: ProposalSummary, onDeleted?: () => void) {
  const { t } = useText();
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const onError = (error: ApiError) => {
    setProblem(errorSentence(error, t));
    toast.error(errorSentence(error, t));
  };
  const client = useQueryClient();
  const send = useSends(proposal, onError, onDeleted);
  const run = async (command: ProposalCommand) => {
    const { question, yes, danger } = WORDS[command];
    const mfi = client.getQueryData<DataOf<'findMfi'>>(queryKeys.mfi(proposal.mfiName));
    const isPast = isPastDay(proposal.startDate, todayIn(mfi?.timeZone ?? 'UTC'));
    const isSure = await confirm({
      title: proposal.title,
      // Allowed, and worth a word before others see it (R17.5).
      message: t(command === 'publish' && isPast ? 'proposal.publishPast' : question),
      yes: t(yes),
      ...(danger && { danger }),
    });
    if (!isSure) return;
    setProblem(null);
    send[command]();
  };
  return { run: (command: ProposalCommand) => void run(command), problem, isPending: send.isPending };
}

function useSends({ id, mfiName }: ProposalSummary, onError: (error: ApiError) => void, onDeleted?: () => void) {
  const { t } = useText();
  const options = (done?: TextKey) => ({
    invalidates: [queryKeys.proposal(id), queryKeys.proposals, queryKeys.mfiStats(mfiName)],
    ...(done && { onSuccess: () => void toast.success(t(done)) }),
    onError,
  });
  const [, navigate] = useLocation();
  const publish = useSend('updateProposal', {
    ...options(),
    // That page says it, and helps to tell friends.
    onSuccess: () => navigate(paths.published(mfiName, id)),
  });
  const unpublish = useSend('updateProposal', options('money.toast.unpublished'));
  const remove = useSend('deleteProposal', {
    ...options(),
    onSuccess: () => {
      toast.success(t('money.toast.deleted'));
      onDeleted?.();
    },
  });
  const subject = { query: { proposalId: id } };
  // A press taken back needs no second question.
  const undoable = (done: TextKey, undo: () => void) => ({
    ...options(),
    onSuccess: () =>
      void toast.show({
        text: t(done),
        kind: 'success',
        action: { label: t('money.toast.undo'), run: undo },
      }),
  });
  const ignore = useSend(
    'ignoreProposal',
    undoable('money.toast.ignored', () => unignore.mutate(subject)),
  );
  const unignore: typeof ignore = useSend(
    'unignoreProposal',
    undoable('money.toast.unignored', () => ignore.mutate(subject)),
  );
  return {
    publish: () => publish.mutate({ query: { id }, body: { id, status: PROPOSAL_STATUS.published } }),
    unpublish: () => unpublish.mutate({ query: { id }, body: { id, status: PROPOSAL_STATUS.drafted } }),
    delete: () => remove.mutate({ query: { id } }),
    ignore: () => ignore.mutate(subject),
    unignore: () => unignore.mutate(subject),
    isPending: [publish, unpublish, remove, ignore, unignore].some((call) => call.isPending),
  };
}
