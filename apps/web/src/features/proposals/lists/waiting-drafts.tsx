import { useLocation } from 'wouter';
import type { Waiting } from '../../waiting/waiting.ts';
import { useWaiting } from '../../waiting/use-waiting.ts';
import { localAmount as writtenLocal } from '../../../lib/local-amount.ts';
import type { Format } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { readDraft, writeDraft } from '../../../lib/stored-draft.ts';
import { useText } from '../../../lib/text.tsx';
import { usePartners } from '../../../lib/use-partners.ts';
import { useConfirm } from '../../../ui/confirm.ts';
import { Stack } from '../../../ui/page.tsx';
import { WaitingWords } from '../../waiting/waiting-words.tsx';
import { type BegunProposal, begunName, isBegun, isUntouched } from '../writing/begun-proposal.ts';

type Props = {
  /** Opens the form, which then holds the draft, where its institution is not known here. */
  onEdit: () => void;
};

/** Drafts of proposals written without a network, above the proposals. Few have any, so they come last. */
export default function WaitingDrafts({ onEdit }: Props) {
  const { t, format } = useText();
  const { user } = useSession();
  const confirm = useConfirm();
  const drafts = useWaiting('createProposal', '');
  const partners = usePartners(drafts.length > 0);
  const [, navigate] = useLocation();
  const name = begunName(user?.id);
  const mayEdit = async () => {
    const begun = readDraft(name, isBegun);
    return (
      begun === null || isUntouched(begun) || confirm({ message: t('offline.replaceBegun'), yes: t('offline.replace') })
    );
  };
  if (drafts.length === 0) return null;
  return (
    <Stack>
      {drafts.map((draft) => (
        <WaitingWords
          key={draft.id}
          waiting={draft}
          mayEdit={mayEdit}
          onEdit={() => {
            writeDraft(name, begunOf(draft.body));
            // The draft goes to the institution that it was written for (R17.12).
            const mfi = partners.find(({ id }) => id === draft.body.mfiId);
            if (mfi) navigate(paths.newProposal(mfi.name));
            else onEdit();
          }}
        >
          <p dir="auto">
            <strong>{draft.body.title}</strong>
          </p>
          <p>{sumOf(draft.body, format)}</p>
        </WaitingWords>
      ))}
    </Stack>
  );
}

/** The sum in the money that was typed. */
function sumOf({ amount, localAmount }: Waiting<'createProposal'>['body'], format: Format): string {
  return localAmount === undefined ? format.money(amount ?? 0) : writtenLocal(localAmount, format);
}

function begunOf(body: Waiting<'createProposal'>['body']): BegunProposal {
  const { title, description, localAmount, monthsToRepay, startDate, image, imageAlt } = body;
  const amount = String(localAmount?.amount ?? body.amount ?? '');
  const words = { title, description, amount, monthsToRepay: String(monthsToRepay), startDate };
  const whoAndWhere = {
    place: body.place ?? '',
    category: body.category ?? '',
    storyLanguage: body.storyLanguage ?? '',
  };
  const rest = { image: image ?? '', imageAlt: imageAlt ?? '', acceptPartial: body.acceptPartial ? 'yes' : '' };
  return { draft: { ...words, ...whoAndWhere, ...rest }, gallery: [], currency: localAmount?.currency ?? 'USD' };
}
