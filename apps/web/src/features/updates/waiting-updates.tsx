import { useWaiting } from '../waiting/use-waiting.ts';
import { Stack } from '../../ui/page.tsx';
import { WaitingWords } from '../waiting/waiting-words.tsx';
import type { UpdateDraft } from './update.ts';
import styles from './update-log.module.css';

type Props = { proposalId: string; onEdit: (draft: UpdateDraft) => void };

/** Updates written without a network, above those that have arrived. */
export function WaitingUpdates({ proposalId, onEdit }: Props) {
  const updates = useWaiting('createUpdate', proposalId);
  if (updates.length === 0) return null;
  return (
    <Stack>
      {updates.map((update) => (
        <WaitingWords
          key={update.id}
          waiting={update}
          onEdit={({ picture }) =>
            onEdit({ image: update.body.image || null, words: update.body.description, picture: picture?.blob })
          }
        >
          <p className={styles.words} dir="auto">
            {update.body.description}
          </p>
        </WaitingWords>
      ))}
    </Stack>
  );
}
