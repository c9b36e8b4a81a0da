import { useQueryClient } from '@tanstack/react-query';
import { errorSentence } from '../../lib/error-sentence.ts';
import { KEPT_KEYS } from '../../lib/kept-keys.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSendOrKeep } from '../waiting/use-waiting.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { toast } from '../../ui/toast.ts';
import type { UpdateDraft } from './update.ts';

/**
 * Saves an update, a new one where `updateId` is null, and mails it when that is wished. Mails that fail leave it saved.
 * A new one that meets no network waits with its picture and its mail. `onSaved` gets the id, or null for one that waits.
 */
export function useSaveUpdate(proposalId: string, updateId: string | null, onSaved: (id: string | null) => void) {
  const { t } = useText();
  const client = useQueryClient();
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
    onSaved(id);
  };
  const onCreated = (answer: DataOf<'createUpdate'> | null, { mails = false }: { mails?: boolean }) => {
    if (answer === null) {
      toast.info(t('offline.kept'));
      return onSaved(null);
    }
    saved(answer.id, mails);
    return client.invalidateQueries({ queryKey: queryKeys.updates(proposalId) });
  };
  const create = useSendOrKeep('createUpdate', onCreated, KEPT_KEYS);
  const edit = useSend('editUpdate', { invalidates: [queryKeys.updates(proposalId)] });
  const start = async ({ image, words, picture }: UpdateDraft, mails: boolean) => {
    if (updateId === null) {
      // The key of a picture is not known while the picture waits.
      const body = { proposalId, image: image ?? '', description: words };
      const kept = image === null && picture && { blob: picture, folder: 'proposalImages' as const, name: proposalId };
      await create.mutateAsync({ about: proposalId, body, mails, ...(kept && { picture: kept }) });
    } else if (image !== null) {
      const { id } = await edit.mutateAsync({ query: { id: updateId }, body: { image, description: words } });
      saved(id, mails);
    }
  };
  return {
    // A refusal is in `error`, and stands in the form.
    start: (draft: UpdateDraft, mails: boolean) => void start(draft, mails).catch(() => undefined),
    isPending: create.isPending || edit.isPending,
    error: create.error ?? edit.error,
  };
}
