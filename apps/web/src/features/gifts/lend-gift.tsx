import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const LendGiftDialog = lazyDialog(() => import('./lend-gift-dialog.tsx'));

/** Staff back a proposal with gifts, where the fund has some for it (R25.7). */
export function LendGift({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useStaffText();
  const [isOpen, setOpen] = useState(false);
  const { id: proposalId, mfiId, mfiName } = proposal;
  const awaitsMoney = useMfi(mfiName).data?.collection === 'expected';
  const { data: gifts } = useQuery({
    queryKey: queryKeys.lendableGifts(proposalId),
    queryFn: ({ signal }) => call('findLendableGifts', { query: { mfiId, proposalId } }, { signal }),
    enabled: awaitsMoney,
  });
  if (!gifts || (gifts.general === 0 && gifts.campaigns.length === 0)) return null;
  return (
    <>
      <Button {...help('ownMoney')} variant="quiet" icon="heart" onClick={() => setOpen(true)}>
        {t('gifts.lend')}
      </Button>
      {isOpen && <LendGiftDialog proposal={proposal} gifts={gifts} onClose={() => setOpen(false)} />}
    </>
  );
}
