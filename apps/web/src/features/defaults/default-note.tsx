import { useMoneyText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';

/** Tells the borrower and the backers of a loan in default what that means for them. */
export default function DefaultNote({ proposal, isOwner }: { proposal: ProposalDetails; isOwner: boolean }) {
  const { t, format } = useMoneyText();
  const { defaultedAt, closedReason, mfiName } = proposal;
  if (defaultedAt === null) return null;
  const words = { date: format.date(defaultedAt), mfi: mfiName, of: isOwner ? 'owner' : 'backer' };
  return (
    <Banner tone="warm" icon="alert-circle">
      <p>{t(closedReason === 'written_off' ? 'defaults.writtenOffNote' : 'defaults.note', words)}</p>
    </Banner>
  );
}
