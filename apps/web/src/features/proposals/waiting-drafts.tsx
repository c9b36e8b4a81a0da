import { useText } from '../../lib/text.tsx';
import { useWaiting } from '../../lib/use-outbox.ts';
import { Stack } from '../../ui/page.tsx';
import { WaitingWords } from '../../ui/waiting-words.tsx';

/** Drafts of proposals written without a network, above the proposals. */
export default function WaitingDrafts() {
  const { format } = useText();
  const drafts = useWaiting('createProposal', '');
  if (drafts.length === 0) return null;
  return (
    <Stack>
      {drafts.map((draft) => (
        <WaitingWords key={draft.id} waiting={draft}>
          <p dir="auto">
            <strong>{draft.body.title}</strong>
          </p>
          <p>{format.money(draft.body.amount)}</p>
        </WaitingWords>
      ))}
    </Stack>
  );
}
