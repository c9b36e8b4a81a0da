import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { askForPush, endPush, pushAbility, takesPush } from '../../lib/push.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { toast } from '../../ui/toast.ts';

/** Whether news is shown on this device while the app is closed, and changing that. */
export function usePush() {
  const { t } = useText();
  const client = useQueryClient();
  const [ability, setAbility] = useState(pushAbility);
  const queryKey = queryKeys.push;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { publicKey, isOn } = await call('findPush', {}, { signal });
      return { publicKey, isOn: isOn && (await takesPush()) };
    },
  });
  const start = useSend('startPush');
  const stop = useSend('stopPush');
  const publicKey = query.data?.publicKey ?? null;
  const turnOn = useMutation<boolean>({
    mutationFn: async () => {
      const address = publicKey === null ? null : await askForPush(publicKey).catch(() => undefined);
      setAbility(pushAbility());
      if (!address) {
        // Null is the person's no, which needs no more words than the page has.
        if (address === undefined) toast.error(t('notifications.push.failed'));
        return false;
      }
      await start.mutateAsync({ body: address });
      client.setQueryData(queryKey, { publicKey, isOn: true });
      toast.success(t('notifications.push.on'));
      return true;
    },
    onError: (error) => {
      toast.error(errorSentence(error, t));
      void endPush();
    },
  });
  const turnOff = useMutation({
    mutationFn: async () => {
      await endPush();
      await stop.mutateAsync({});
      client.setQueryData(queryKey, { publicKey, isOn: false });
    },
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  return {
    ability,
    /** Undefined until it is known. */
    isOffered: query.data && query.data.publicKey !== null,
    isOn: query.data?.isOn ?? false,
    isError: query.isError,
    retry: () => void query.refetch(),
    isBusy: turnOn.isPending || turnOff.isPending,
    turnOn: turnOn.mutateAsync,
    turnOff: () => turnOff.mutate(),
  };
}
