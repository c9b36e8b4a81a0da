import { proposalStatusOf } from '@sathi/domain/proposals.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { help } from '../../lib/help-mode.ts';
import { STATUS_LOOKS } from '../../lib/proposal-status.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';

/** How much the person has elsewhere, for the staff who decide (R26.5). Asked for on purpose: each look is logged. */
export function OtherLoans({ proposal }: { proposal: ProposalSummary }) {
  const { t } = useStaffText();
  const query = { mfiId: proposal.mfiId, proposalId: proposal.id };
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => call('countOtherLoans', { query }) });
  return (
    <Fold title={t('mfi.otherLoans.title')}>
      {data ? (
        <div role="status">
          <p>{t('mfi.otherLoans.count', { name: proposal.user.firstName, count: data.count })}</p>
          <ReviewList
            rows={data.byStatus.map(({ status, count }) => ({
              label: t(STATUS_LOOKS[proposalStatusOf(status)].word),
              value: count,
            }))}
          />
        </div>
      ) : (
        <Stack gap="tight">
          <p>{t('mfi.otherLoans.explanation')}</p>
          {error && <ErrorState onRetry={() => mutate()} />}
          <Button {...help('otherLoans')} variant="quiet" icon="eye" busy={isPending} onClick={() => mutate()}>
            {t('mfi.otherLoans.show')}
          </Button>
        </Stack>
      )}
    </Fold>
  );
}
