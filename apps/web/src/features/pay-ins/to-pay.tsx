import { type Cents, centsOfDollars, dollarsOf, smallerCents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { payByOf } from '@sathi/domain/pay-ins.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { todayIn } from '../../lib/time.ts';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Props = {
  mfiName: string;
  amountCents: Cents;
  usesCredit: boolean;
  /** Absent in the review, which only tells it. */
  onUsesCreditChange?: (uses: boolean) => void;
};

/** The credit that pays first, and the rest with its last day; nothing at trust (R20.1, R25.5). */
export function ToPay(props: Props) {
  const { data: mfi } = useMfi(props.mfiName);
  if (mfi?.collection !== 'expected') return null;
  return (
    <Suspense fallback={<Skeleton />}>
      <Terms {...props} mfi={mfi} />
    </Suspense>
  );
}

function Terms({ mfi, mfiName, amountCents, usesCredit, onUsesCreditChange }: Props & { mfi: DataOf<'findMfi'> }) {
  const { t, format } = useMoneyText();
  const portfolio = useQuery({
    queryKey: queryKeys.portfolio,
    queryFn: ({ signal }) => call('findPortfolio', {}, { signal }),
  });
  const [today] = useState(() => todayIn(mfi.timeZone));
  const credit = portfolio.data?.credits.find(({ mfiId }) => mfiId === mfi.id)?.amount ?? 0;
  const creditCents = credit > 0 ? centsOfDollars(credit) : ZERO_CENTS;
  const fromCreditCents = usesCredit ? smallerCents(creditCents, amountCents) : ZERO_CENTS;
  const toPayCents = subtractCents(amountCents, fromCreditCents);
  const money = (amount: Cents) => format.money(dollarsOf(amount));
  const toPay = { amount: money(toPayCents), date: format.date(payByOf(today, mfi.payDays)) };
  return (
    <div>
      {creditCents > 0 && onUsesCreditChange && (
        <CheckboxField
          label={t('payIn.useCredit', { mfi: mfiName, amount: money(creditCents) })}
          checked={usesCredit}
          onCheckedChange={onUsesCreditChange}
        />
      )}
      <div role="status">
        {fromCreditCents > 0 && (
          <p>
            {t('payIn.fromCredit', { mfi: mfiName })}: {money(fromCreditCents)}
          </p>
        )}
        {amountCents > 0 && (
          <p>
            <strong>{toPayCents > 0 ? t('payIn.toPayBy', toPay) : t('payIn.allFromCredit')}</strong>
          </p>
        )}
      </div>
    </div>
  );
}
