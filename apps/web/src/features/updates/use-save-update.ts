import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { toast } from '../../ui/toast.ts';
import type { UpdateDraft } from './update-draft.ts';

/** Saves an update, a new one where `updateId` is null, and mails it when that is wished. Mails that fail leave it saved. */
export function useSaveUpdate(proposalId: string, updateId: string | null, onSaved: () => void) {
  const { t } = useText();
  const mail = useSend('sendNewUpdateEmail', {
    onSuccess: ({ results }) => {
      const count = results.filter(({ result }) => result === 'sent').length;
      toast.info(t('updates.mailed', { count }));
    },
    onError: (error) => void toast.error(t('updates.mailFailed', { reason: errorSentence(error, t) })),
  });
  const saved = (id: string, mails: boolean) => {
    toast.success(t('updates.saved'));
    if (mails) mail.mutate({ body: { proposalId, updateId: id, toAllBackers: true } });
    onSaved();
  };
  const invalidates = [queryKeys.updates(proposalId)];
  const create = useSend('createUpdate', { invalidates });
  const edit = useSend('editUpdate', { invalidates });
  const start = async ({ image, words }: UpdateDraft, mails: boolean) => {
    if (image === null) return;
    const body = { image, description: words };
    const { id } =
      updateId === null
        ? await create.mutateAsync({ body: { ...body, proposalId } })
        : await edit.mutateAsync({ query: { id: updateId }, body });
    saved(id, mails);
  };
  return {
    // A refusal is in `error`, and stands in the form.
    start: (draft: UpdateDraft, mails: boolean) => void start(draft, mails).catch(() => undefined),
    isPending: create.isPending || edit.isPending,
    error: create.error ?? edit.error,
  };
}
