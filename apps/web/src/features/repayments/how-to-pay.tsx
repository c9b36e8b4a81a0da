import { formatReference, type Reference } from '@sathi/domain/references.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { respond } from '../../lib/api.ts';
import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './how-to-pay.module.css';
import { CHANNEL_WORDS } from './channel-words.ts';
import { type HowToPayChannel, useHowToPay } from './use-how-to-pay.ts';

/** The number to write on a payment, and each way to pay; nothing where the institution names no account. */
export default function HowToPay({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const ways = useHowToPay(proposal);
  const [first] = ways?.channels ?? [];
  if (ways === undefined || first === undefined) return null;
  const channel = ways.channels.find(({ accountId }) => accountId === chosen) ?? first;
  const reference = formatReference(ways.reference as Reference);
  const account = <Account proposalId={proposal.id} channel={channel} />;
  return (
    <section className={styles.ways} aria-label={t('money.howToPay.title')}>
      <Stack gap="tight">
        <h3>{t('money.howToPay.title')}</h3>
        <Copied label={t('money.howToPay.reference')} text={reference} copies={ways.reference} isLarge />
        <p className={styles.soft}>{t('money.howToPay.referenceHint')}</p>
        {ways.channels.length === 1 ? (
          account
        ) : (
          <Tabs
            label={t('money.howToPay.ways')}
            tabs={ways.channels.map(({ accountId, kind, currency }) => ({
              id: accountId,
              label: `${t(CHANNEL_WORDS[kind])}, ${currency}`,
            }))}
            selected={channel.accountId}
            onSelect={setChosen}
          >
            {account}
          </Tabs>
        )}
      </Stack>
    </section>
  );
}

type OfLoan = { proposalId: string; channel: HowToPayChannel };

function Account({ proposalId, channel }: OfLoan) {
  const { t, format } = useText();
  const { kind, currency, amount, holder, number, bankName, lines } = channel;
  const rows: { label: string; value: ReactNode }[] = [
    { label: t('money.amount'), value: localAmount({ amount, currency }, format) },
    { label: t(CHANNEL_WORDS[kind]), value: <bdi>{[holder, bankName].filter(Boolean).join(', ')}</bdi> },
  ];
  return (
    <Stack gap="tight">
      <ReviewList rows={rows} />
      <Copied label={t('money.howToPay.number')} text={number} copies={number} />
      {lines.length > 0 && (
        <div>
          {lines.map((line, index) => (
            <p key={index} dir="auto">
              {line}
            </p>
          ))}
        </div>
      )}
      <details>
        <summary className={styles.summary}>{t('money.howToPay.showCode')}</summary>
        <Code proposalId={proposalId} channel={channel} />
      </details>
    </Stack>
  );
}

/** The picture is asked for with the token, and kept as text for when there is no network. */
function Code({ proposalId, channel: { accountId, amount } }: OfLoan) {
  const { t } = useText();
  const code = useQuery({
    queryKey: queryKeys.repaymentCode(proposalId, accountId, amount),
    queryFn: async ({ signal }) => {
      const answer = await respond('readRepaymentCode', { query: { proposalId, accountId } }, { signal });
      return answer.text();
    },
  });
  if (code.data === undefined) return null;
  return <img src={`data:image/svg+xml,${encodeURIComponent(code.data)}`} alt={t('money.howToPay.code')} />;
}

type CopiedProps = { label: string; text: string; copies: string; isLarge?: boolean };

/** A number that is typed into another app: large, and copied with one tap. */
function Copied({ label, text, copies, isLarge = false }: CopiedProps) {
  return (
    <div className={styles.copied}>
      <div>
        <span className={styles.soft}>{label}</span>
        <p className={isLarge ? styles.large : styles.number} dir="ltr">
          {text}
        </p>
      </div>
      <CopyButton text={copies} about={label} />
    </div>
  );
}
