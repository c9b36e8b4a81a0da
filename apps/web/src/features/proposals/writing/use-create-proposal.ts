import { isPastDay } from '@sathi/domain/calendar-date.ts';
import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KEPT_KEYS } from '../../../lib/kept-keys.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useText } from '../../../lib/text.tsx';
import { todayIn, useLocalCurrency, useMfiTimeZone } from '../../../lib/time.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useConfirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { useSendOrKeep } from '../../waiting/use-waiting.ts';
import type { useBegunProposal } from './begun-proposal.ts';
import { saveGallery } from './gallery.ts';
import { bodyOf } from './proposal-draft.ts';
import { problemsOfStep } from './proposal-steps.ts';
import { useDraftProblems } from './use-draft-problems.ts';

/** Private, or public. */
export type Wished = 'drafted' | 'published';
export type Written = ReturnType<typeof useBegunProposal>;

type Options = {
  written: Written;
  mfi: { id: string; name: string } | undefined;
  /** The step that is shown: its fields are judged. */
  step: number;
  /** Gets the id of a published proposal; null for a draft, which may still wait for the network. */
  onDone: (id: string | null) => void;
};

/** The form of a new proposal and its sending. */
export function useCreateProposal({ written, mfi, step, onDone }: Options) {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const timeZone = useMfiTimeZone(mfi?.name);
  const currency = useLocalCurrency(mfi?.name);
  const { draft, gallery } = written.draft;
  const create = useSend('createProposal', { keys: KEPT_KEYS });
  const keeping = useSendOrKeep('createProposal', () => undefined, KEPT_KEYS);
  const error = create.error ?? keeping.error;
  const form = useForm(
    [draft, (change) => written.change((before) => ({ ...before, draft: change(before.draft) }))],
    useDraftProblems((typed) => problemsOfStep(typed, step)),
    error,
  );
  const end = (id: string | null) => {
    onDone(id);
    written.clear();
  };
  const task = useMutation<void, unknown, Wished>({
    mutationFn: async (wished) => {
      const status = PROPOSAL_STATUS[wished];
      const body = { ...bodyOf(draft, currency), status, ...(mfi && { mfiId: mfi.id }) };
      // A draft may wait for the network. A published one, or one with more pictures, is sent now or not at all.
      const mayWait = wished === 'drafted' && gallery.length === 0;
      const made = mayWait ? await keeping.mutateAsync({ about: '', body }) : await create.mutateAsync({ body });
      if (made === null) {
        toast.info(t('offline.kept'));
        return end(null);
      }
      const { id } = made;
      const count = await saveGallery(id, [], gallery);
      if (wished === 'drafted') toast.success(t('proposal.saved'));
      if (count > 0) toast.error(t('pictures.galleryFailed', { count }));
      end(wished === 'published' ? id : null);
      await client.invalidateQueries({ queryKey: queryKeys.proposals });
    },
  });
  const send = async (wished: Wished) => {
    const isPast = wished === 'published' && isPastDay(draft.startDate, todayIn(timeZone));
    if (isPast && !(await confirm({ message: t('proposal.publishPast'), yes: t('proposal.publish') }))) return;
    task.mutate(wished);
  };
  return {
    form,
    send: (wished: Wished) => void send(wished),
    isPending: task.isPending,
    error,
    /** Forgets the answer to an earlier attempt, once its field was changed. */
    forgetError: () => {
      create.reset();
      keeping.reset();
    },
  };
}
