import { useState } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { type TextKey, useText } from '../lib/text.tsx';
import { useSend } from '../lib/use-send.ts';
import type { ProposalSummary } from '../lib/wire.ts';
import { useConfirm } from '../ui/confirm.ts';
import { toast } from '../ui/toast.ts';

export type ProposalCommand = 'publish' | 'unpublish' | 'delete' | 'ignore' | 'unignore';

type Words = { question: TextKey; yes: TextKey; done: TextKey; danger?: true };

const WORDS: Record<ProposalCommand, Words> = {
  publish: { question: 'money.confirm.publish', yes: 'money.actions.publish', done: 'money.toast.published' },
  unpublish: { question: 'money.confirm.unpublish', yes: 'money.actions.unpublish', done: 'money.toast.unpublished' },
  delete: { question: 'money.confirm.delete', yes: 'money.actions.delete', done: 'money.toast.deleted', danger: true },
  ignore: { question: 'money.confirm.ignore', yes: 'money.actions.ignore', done: 'money.toast.ignored' },
  unignore: { question: 'money.confirm.unignore', yes: 'money.actions.unignore', done: 'money.toast.unignored' },
};

/** The actions that are one question and one call. `problem` stays beside the buttons after the toast has gone. */
export function useProposalCommands(proposal: ProposalSummary) {
  const { t } = useText();
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const send = useSends(proposal, (error) => {
    setProblem(errorSentence(error, t));
    toast.error(errorSentence(error, t));
  });
  const run = async (command: ProposalCommand) => {
    const { question, yes, danger } = WORDS[command];
    const isSure = await confirm({
      title: proposal.title,
      message: t(question),
      yes: t(yes),
      no: t('common.cancel'),
      ...(danger && { danger }),
    });
    if (!isSure) return;
    setProblem(null);
    send[command]();
  };
  return { run: (command: ProposalCommand) => void run(command), problem, isPending: send.isPending };
}

function useSends({ id, mfiName }: ProposalSummary, onError: (error: ApiError) => void) {
  const { t } = useText();
  const options = (done: ProposalCommand) => ({
    invalidates: [queryKeys.proposal(id), queryKeys.proposals, queryKeys.mfiStats(mfiName)],
    onSuccess: () => void toast.success(t(WORDS[done].done)),
    onError,
  });
  const publish = useSend('updateProposal', options('publish'));
  const unpublish = useSend('updateProposal', options('unpublish'));
  const remove = useSend('deleteProposal', options('delete'));
  const subject = { query: { proposalId: id } };
  // A press taken back needs no second question.
  const undoable = (done: 'ignore' | 'unignore', undo: () => void) => ({
    ...options(done),
    onSuccess: () =>
      void toast.show({
        text: t(WORDS[done].done),
        kind: 'success',
        action: { label: t('money.toast.undo'), run: undo },
      }),
  });
  const ignore = useSend(
    'ignoreProposal',
    undoable('ignore', () => unignore.mutate(subject)),
  );
  const unignore: typeof ignore = useSend(
    'unignoreProposal',
    undoable('unignore', () => ignore.mutate(subject)),
  );
  return {
    publish: () => publish.mutate({ query: { id }, body: { id, status: 2 } }),
    unpublish: () => unpublish.mutate({ query: { id }, body: { id, status: 1 } }),
    delete: () => remove.mutate({ query: { id } }),
    ignore: () => ignore.mutate(subject),
    unignore: () => unignore.mutate(subject),
    isPending: [publish, unpublish, remove, ignore, unignore].some((call) => call.isPending),
  };
}
