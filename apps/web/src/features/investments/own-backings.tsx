import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type MoneyText, useMoneyText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';

type Backing = DataOf<'findOwnBackings'>['backings'][number];

/** A backing may be taken back until a day before the deadline (R6.6). */
const LAST_DAY_MS = 86_400_000;

/** The reader's own backings while the loan collects; each may be taken back (R31.1). */
export default function OwnBackings({ proposal }: { proposal: ProposalDetails }) {
  const text = useMoneyText();
  const { t, format } = text;
  const confirm = useConfirm();
  const { id: proposalId, fundingDeadline } = proposal;
  const { data } = useQuery({
    queryKey: queryKeys.ownBackings(proposalId),
    queryFn: () => call('findOwnBackings', { query: { proposalId } }),
  });
  const send = useMoneySend('cancelBacking', {
    invalidates: [queryKeys.proposal(proposalId), queryKeys.proposals, queryKeys.portfolio, queryKeys.orders],
    onSuccess: ({ amount }) => toast.success(t('cancelling.done', { amount: format.money(amount) })),
  });
  const takeBack = async (backing: Backing) => {
    const question = {
      title: t('cancelling.question', { amount: format.money(backing.amount) }),
      about: proposal.title,
      message: goesBack(backing, text),
      yes: t('cancelling.button'),
    };
    if (await confirm(question)) send.mutate({ body: { proposalId, id: backing.id } });
  };
  if (data === undefined || data.hindrance !== null) return null;
  return (
    <Panel title={t('cancelling.title')}>
      <Stack>
        {data.backings.map((backing) => (
          <Row key={backing.id} spread>
            <span>
              {format.joined([
                format.money(backing.amount),
                t('cancelling.backedOn', { date: format.date(backing.dateBacked) }),
              ])}
            </span>
            <Button
              {...help('cancelBacking')}
              variant="quiet"
              busy={send.isPending}
              aria-label={t('cancelling.name', { amount: format.money(backing.amount) })}
              onClick={() => void takeBack(backing)}
            >
              {t('cancelling.button')}
            </Button>
          </Row>
        ))}
        {fundingDeadline !== null && (
          <p>{t('cancelling.until', { date: format.dateTime(lastInstant(fundingDeadline)) })}</p>
        )}
        {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      </Stack>
    </Panel>
  );
}

/** Each part of the money by the way that it goes. */
function goesBack({ awaited, toCredit, outside }: Backing, { t, format }: MoneyText): string {
  const amount = (dollars: number) => ({ amount: format.money(dollars) });
  return [
    toCredit > 0 && t('cancelling.credit', amount(toCredit)),
    outside > 0 && t('cancelling.outside', amount(outside)),
    awaited > 0 && t('cancelling.awaited', amount(awaited)),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function lastInstant(fundingDeadline: string): string {
  return new Date(Date.parse(fundingDeadline) - LAST_DAY_MS).toISOString();
}
