import { respond } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Stack } from '../../ui/page.tsx';
import { PayWays } from '../how-to-pay/pay-ways.tsx';
import { useHowToPay } from './use-how-to-pay.ts';

/** The number of the loan and each way to make its next payment; nothing where the institution names no account. */
export default function HowToRepay({ proposal: { id: proposalId, ...proposal } }: { proposal: ProposalDetails }) {
  const { t } = useMoneyText();
  const ways = useHowToPay({ id: proposalId, ...proposal });
  if (ways === undefined || ways.channels.length === 0) return null;
  return (
    <section aria-label={t('payIn.title')}>
      <Stack gap="tight">
        <h3>{t('payIn.title')}</h3>
        <PayWays
          reference={ways.reference}
          referenceHint={t('payIn.loanReferenceHint')}
          channels={ways.channels}
          codeOf={({ accountId, amount }) => ({
            key: queryKeys.repaymentCode(proposalId, accountId, amount),
            read: (signal) => respond('readRepaymentCode', { query: { proposalId, accountId } }, { signal }),
          })}
        />
      </Stack>
    </section>
  );
}
