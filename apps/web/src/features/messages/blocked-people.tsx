import { useQueryClient } from '@tanstack/react-query';
import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './messages.module.css';

type Person = DataOf<'listConversations'>[number]['blockedPeople'][number];

/** The people whose messages are hidden here, and the way back. */
export function BlockedPeople({ people }: { people: readonly Person[] }) {
  const { t } = useText();
  const client = useQueryClient();
  const unblock = useSend('unblockPerson', {
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.allMessages }),
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  return (
    <ul className={styles.blocked}>
      {people.map(({ id, name }) => (
        <li key={id}>
          <span>{t('messages.hidden', { name })}</span>
          <Button
            {...help('unblock')}
            variant="plain"
            small
            busy={unblock.isPending}
            onClick={() => unblock.mutate({ body: { personId: id } })}
          >
            {t('messages.showAgain')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
