import { useWaiting } from '../waiting/use-waiting.ts';
import type { Waiting } from '../waiting/waiting.ts';
import { Stack } from '../../ui/page.tsx';
import { WaitingWords } from '../waiting/waiting-words.tsx';
import styles from './update-log.module.css';

type Props = { proposalId: string; onEdit: (update: Waiting<'createUpdate'>) => void };

/** Updates written without a network, above those that have arrived. */
export function WaitingUpdates({ proposalId, onEdit }: Props) {
  const updates = useWaiting('createUpdate', proposalId);
  if (updates.length === 0) return null;
  return (
    <Stack>
      {updates.map((update) => (
        <WaitingWords key={update.id} waiting={update} isHeld onEdit={() => onEdit(update)}>
          <p className={styles.words} dir="auto">
            {update.body.description}
          </p>
        </WaitingWords>
      ))}
    </Stack>
  );
}
