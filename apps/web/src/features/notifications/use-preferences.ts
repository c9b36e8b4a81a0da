import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callWholeList } from '../../lib/call-whole-list.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { toast } from '../../ui/toast.ts';

export type Preference = DataOf<'listNotificationPreferences'>[number];

type Chosen = Readonly<Partial<Record<Preference['kind'], Preference>>>;

/**
 * A choice shows at once, and goes back when it could not be saved. Until it is saved it stands over what the server says:
 * an answer may come that was asked for before the press. A choice kept in the cache alone would be drawn after the press
 * has ended, and the box would jump back for that moment.
 */
export function usePreferences() {
  const { t } = useText();
  const client = useQueryClient();
  const queryKey = queryKeys.notificationPreferences;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callWholeList('listNotificationPreferences', {}, { signal }),
  });
  const [chosen, setChosen] = useState<Chosen>({});
  /** Drops choices that were sent; a later choice of the same kind stays. */
  const forget = (sent: readonly Preference[]) =>
    setChosen((all) => Object.fromEntries(Object.entries(all).filter(([, choice]) => !sent.includes(choice))));
  const put = (saved: readonly Preference[]) =>
    client.setQueryData<Preference[]>(queryKey, (before) =>
      before?.map((preference) => saved.find(({ kind }) => kind === preference.kind) ?? preference),
    );
  const send = useSend('saveNotificationPreferences', {
    // Reading the list anew also cancels a request from before the press.
    invalidates: [queryKey],
    onSuccess: (_, { body }) => {
      put(body.preferences);
      forget(body.preferences);
      toast.success(t('notifications.preferences.saved'));
    },
    onError: (error, { body }) => {
      forget(body.preferences);
      toast.error(errorSentence(error, t));
      void client.invalidateQueries({ queryKey });
    },
  });
  const choose = (preferences: Preference[]) => {
    setChosen((all) => ({ ...all, ...Object.fromEntries(preferences.map((changed) => [changed.kind, changed])) }));
    send.mutate({ body: { preferences } });
  };
  const preferences = query.data?.map((preference) => chosen[preference.kind] ?? preference);
  return { preferences, isError: query.isError, retry: () => void query.refetch(), choose };
}
