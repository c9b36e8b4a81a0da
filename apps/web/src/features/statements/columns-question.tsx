import type { ApiError } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useStaffText, type StaffTextKey } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { BodyOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Stack } from '../../ui/page.tsx';

type Mapping = BodyOf<'setStatementMapping'>;
type Props = { mfiId: string; accountId: string; error: ApiError; onKnown: () => void };

const ROLE_WORDS: Readonly<Record<string, StaffTextKey>> = {
  bookedOn: 'desk.role.bookedOn',
  valueOn: 'desk.role.valueOn',
  amount: 'desk.role.amount',
  sign: 'desk.role.sign',
  debit: 'desk.role.debit',
  credit: 'desk.role.credit',
  fee: 'desk.role.fee',
  balance: 'desk.role.balance',
  bankRef: 'desk.role.bankRef',
  reference: 'desk.role.reference',
  text: 'desk.role.text',
  type: 'desk.role.type',
  payer: 'desk.role.payer',
  payerAccount: 'desk.role.payerAccount',
};

/** The columns of a CSV as they look to be, to be confirmed once for this account (R21.4). */
export function ColumnsQuestion({ mfiId, accountId, error, onKnown }: Props) {
  const { t } = useStaffText();
  const { headers, sample, proposal } = error.extras as { headers: string[]; sample: string[][]; proposal: Mapping };
  const save = useSend('setStatementMapping', { onSuccess: onKnown });
  const rows = Object.entries(proposal.columns).map(([role, header]) => ({
    role,
    header: String(header),
    example: sample.map((row) => row[headers.indexOf(String(header))] ?? '').find((cell) => cell !== '') ?? '',
  }));
  return (
    <Stack>
      <Banner tone="warm">{t('desk.columnsQuestion')}</Banner>
      <DataTable
        caption={t('desk.columns')}
        rows={rows}
        rowKey={({ role }) => role}
        columns={[
          { header: t('desk.columnMeans'), cell: ({ role }) => t(ROLE_WORDS[role] ?? 'desk.role.text') },
          { header: t('desk.column'), cell: ({ header }) => <bdi>{header}</bdi> },
          { header: t('desk.columnExample'), cell: ({ example }) => <bdi>{example}</bdi> },
        ]}
      />
      {save.error && <FormError>{errorSentence(save.error, t)}</FormError>}
      <Button
        {...help('statement')}
        icon="check"
        busy={save.isPending}
        onClick={() => save.mutate({ query: { mfiId, accountId }, body: proposal })}
      >
        {t('desk.columnsRight')}
      </Button>
    </Stack>
  );
}
