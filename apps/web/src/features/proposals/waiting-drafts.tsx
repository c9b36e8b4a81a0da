import type { Waiting } from '../../lib/outbox.ts';
import { useSession } from '../../lib/session.ts';
import { readDraft, writeDraft } from '../../lib/stored-draft.ts';
import { useText } from '../../lib/text.tsx';
import { useWaiting } from '../../lib/use-outbox.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { Stack } from '../../ui/page.tsx';
import { WaitingWords } from '../../ui/waiting-words.tsx';
import { type BegunProposal, begunName, isBegun, isUntouched } from './begun-proposal.ts';

/** Drafts of proposals written without a network, above the proposals. `onEdit` opens the form, which then holds the draft. */
export function WaitingDrafts({ onEdit }: { onEdit: () => void }) {
  const { t, format } = useText();
  const { user } = useSession();
  const confirm = useConfirm();
  const drafts = useWaiting('createProposal', '');
  if (drafts.length === 0) return null;
  const name = begunName(user?.id);
  const mayEdit = async () => {
    const begun = readDraft(name, isBegun);
    return begun === null || isUntouched(begun) || confirm({ message: t('offline.replaceBegun') });
  };
  return (
    <Stack>
      {drafts.map((draft) => (
        <WaitingWords
          key={draft.id}
          waiting={draft}
          mayEdit={mayEdit}
          onEdit={() => {
            writeDraft(name, begunOf(draft.body));
            onEdit();
          }}
        >
          <p dir="auto">
            <strong>{draft.body.title}</strong>
          </p>
          <p>{format.money(draft.body.amount)}</p>
        </WaitingWords>
      ))}
    </Stack>
  );
}

function begunOf(body: Waiting<'createProposal'>['body']): BegunProposal {
  const { title, description, amount, monthsToRepay, startDate, image, imageAlt } = body;
  const words = { title, description, amount: String(amount), monthsToRepay: String(monthsToRepay), startDate };
  return { draft: { ...words, image: image ?? '', imageAlt: imageAlt ?? '' }, gallery: [] };
}
