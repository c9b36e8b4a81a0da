import { type Cents, dollarsOf } from '@sathi/domain/money.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';

type Props = { proposal: ProposalSummary; amount: string; remainingCents: Cents; refusal: string | null };

export function ReviewStep({ proposal, amount, remainingCents, refusal }: Props) {
  const { t, format } = useText();
  return (
    <Stack>
      <p>{t('money.reviewLead')}</p>
      <ReviewList
        rows={[
          { label: t('money.invest.amount'), value: t('money.usd', { amount }) },
          { label: t('money.invest.loan'), value: proposal.title },
          { label: t('money.invest.borrower'), value: proposal.userName },
          { label: t('money.invest.stillNeeded'), value: format.money(dollarsOf(remainingCents)) },
        ]}
      />
      {refusal && <FormError>{refusal}</FormError>}
    </Stack>
  );
}
