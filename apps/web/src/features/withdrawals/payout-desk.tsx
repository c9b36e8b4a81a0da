import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffText, type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { keyOf, type Payout } from './open-requests.ts';
import { PayoutWarnings } from './payout-warnings.tsx';
import { requestColumns, RequestSteps } from './request-steps.tsx';
import { NoAccount, usePayingAccounts } from './sending-fields.tsx';

type Mfi = { id: string; name: string };

/** Why a request is in no batch now; of credit below zero a badge tells. */
const REFUSALS: { [Code in NonNullable<Payout['batchRefusal']>]?: StaffTextKey } = {
  cooling_off: 'batches.notNow',
  second_person_needed: 'batches.own',
  payouts_stopped: 'money.withdrawals.stopped',
  frozen: 'batches.frozen',
  wrong_account: 'batches.byHand',
};

/** The requests that wait to be sent: those that are ticked become one batch (R25.3), and credit is moved by hand, too (R25.4). */
export function PayoutDesk({ mfi }: { mfi: Mfi }) {
  const { t } = useStaffText();
  const list = useList('listPayouts', [...queryKeys.payouts(mfi.id), 'requested'], {
    mfiId: mfi.id,
    state: 'requested',
    batch: 'none',
  });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { rows } = list;
  const tick = (id: string, is: boolean) =>
    setTicked((before) => new Set(is ? [...before, id] : [...before].filter((other) => other !== id)));
  return (
    <Panel title={t('batches.toSend')}>
      {rows?.length === 0 && <EmptyState icon="check-circle" title={t('batches.nothingToSend')} />}
      {rows && rows.length > 0 && (
        <>
          <Requests mfi={mfi} rows={rows} ticked={ticked} onTick={tick} />
          <MoreButton list={list} />
          <MakeBatch
            mfi={mfi}
            items={rows.filter((row) => row.mayBatch && ticked.has(keyOf(row))).map(({ kind, id }) => ({ kind, id }))}
          />
        </>
      )}
      {!rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
    </Panel>
  );
}

type RequestsProps = {
  mfi: Mfi;
  rows: readonly Payout[];
  ticked: ReadonlySet<string>;
  onTick: (id: string, is: boolean) => void;
};

function Requests({ mfi, rows, ticked, onTick }: RequestsProps) {
  const text = useStaffText();
  const { t, format } = text;
  return (
    <DataTable
      isDense
      caption={t('batches.toSend')}
      rows={rows}
      rowKey={keyOf}
      columns={[
        {
          header: t('staff.name'),
          cell: ({ name, mayBatch, ...row }) =>
            mayBatch ? (
              <>
                <CheckboxField
                  label={<bdi>{name}</bdi>}
                  checked={ticked.has(keyOf(row))}
                  onCheckedChange={(is) => onTick(keyOf(row), is)}
                />
                {/* Paper has no boxes, nor their labels. */}
                <bdi data-print="only">{name}</bdi>
              </>
            ) : (
              <bdi>{name}</bdi>
            ),
        },
        ...requestColumns(text),
        {
          header: t('staff.state'),
          cell: (request) => (
            <Row>
              <PayoutWarnings request={request} />
              {reasonOf(request.batchRefusal, format.dateTime(request.batchFrom), t)}
            </Row>
          ),
        },
        { header: t('awaited.act'), cell: (request) => <RequestSteps request={request} mfi={mfi} /> },
      ]}
    />
  );
}

function reasonOf(code: Payout['batchRefusal'], date: string, t: StaffText['t']) {
  const words = code && REFUSALS[code];
  return words ? <span>{t(words, { date })}</span> : null;
}

function MakeBatch({ mfi, items }: { mfi: Mfi; items: Pick<Payout, 'kind' | 'id'>[] }) {
  const { t, format } = useStaffText();
  const { accounts: paying, retry } = usePayingAccounts(mfi.id);
  const [chosen, choose] = useState<string | null>(null);
  const accountId = chosen ?? paying?.[0]?.id ?? '';
  const send = useMoneySend('makeBatch', {
    invalidates: [queryKeys.payouts(mfi.id), queryKeys.mfiQueues(mfi.name)],
    onSuccess: () => toast.success(t('batches.made')),
  });
  if (!paying) return retry ? <ErrorState onRetry={retry} /> : null;
  if (paying.length === 0) return <NoAccount mfiName={mfi.name} />;
  return (
    <>
      <SelectField
        label={t('batches.payFrom')}
        value={accountId}
        onValueChange={choose}
        options={paying.map(({ id, label, currency }) => ({ value: id, label: format.joined([label, currency]) }))}
      />
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      <Row>
        <Button
          {...help('batch')}
          busy={send.isPending}
          disabled={items.length === 0}
          onClick={() => send.mutate({ query: { mfiId: mfi.id }, body: { accountId, items } })}
        >
          {t('batches.make', { count: items.length })}
        </Button>
      </Row>
    </>
  );
}
