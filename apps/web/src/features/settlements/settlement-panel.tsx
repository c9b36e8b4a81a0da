import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffTextKey, useStaffText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { EVENT_WORDS, monthText, PLACE_WORDS } from './settlement-words.ts';
import styles from './settlements.module.css';

type Settlement = DataOf<'findSettlement'>;
type Props = { mfiId: string; mfiName: string; month: string };

/** The statement of one month, to be signed by two and printed. */
export function SettlementPanel({ mfiId, mfiName, month }: Props) {
  const { t, format } = useStaffText();
  const { data, isError, refetch } = useQuery({
    queryKey: [...queryKeys.settlements(mfiId), month],
    queryFn: ({ signal }) => call('findSettlement', { query: { mfiId, month } }, { signal }),
  });
  return (
    <Panel
      title={t('settlements.of', { mfi: mfiName, month: monthText(month, format.tag) })}
      aside={
        <Button {...help('print')} variant="quiet" disabled={!data} onClick={() => window.print()}>
          {t('settlements.print')}
        </Button>
      }
    >
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton shape="box" />}
      {data && (
        <Stack>
          <Places places={data.places} />
          <Events events={data.events} />
          <Signatures settlement={data} />
          <Signing mfiId={mfiId} mfiName={mfiName} settlement={data} />
        </Stack>
      )}
    </Panel>
  );
}

function Places({ places }: Pick<Settlement, 'places'>) {
  const { t, format } = useStaffText();
  return (
    <DataTable
      caption={t('settlements.places')}
      rows={places}
      rowKey={({ place }) => place}
      columns={[
        { header: t('settlements.place'), cell: ({ place }) => wordOf(PLACE_WORDS, place, t) },
        { header: t('settlements.opening'), cell: ({ opening }) => format.money(opening), numeric: true },
        { header: t('settlements.closing'), cell: ({ closing }) => format.money(closing), numeric: true },
      ]}
    />
  );
}

function Events({ events }: Pick<Settlement, 'events'>) {
  const { t, format } = useStaffText();
  if (events.length === 0) return <p>{t('settlements.nothing')}</p>;
  return (
    <DataTable
      caption={t('settlements.events')}
      rows={events}
      rowKey={({ event }) => event}
      columns={[
        { header: t('settlements.event'), cell: ({ event }) => wordOf(EVENT_WORDS, event, t) },
        { header: t('settlements.count'), cell: ({ count }) => format.number(count), numeric: true },
        {
          header: t('settlements.amount'),
          cell: ({ amount }) => (amount === null ? '–' : format.money(amount)),
          numeric: true,
        },
        { header: t('settlements.alone'), cell: ({ selfApproved }) => format.number(selfApproved), numeric: true },
      ]}
    />
  );
}

/** A kind that has no word yet is told by its name. */
function wordOf(words: Readonly<Record<string, StaffTextKey>>, name: string, t: (key: StaffTextKey) => string): string {
  const key = words[name];
  return key === undefined ? name : t(key);
}

function Signatures({ settlement: { first, second, selfApproved } }: { settlement: Settlement }) {
  const { t, format } = useStaffText();
  return (
    <dl className={styles.signatures}>
      {[first, second].map((signature, index) => (
        <div key={index} className={styles.signature}>
          <dt>{t(index === 0 ? 'settlements.first' : 'settlements.second')}</dt>
          <dd>
            {signature ? (
              <>
                <bdi>{signature.name}</bdi>, {format.dateTime(signature.at)}
              </>
            ) : (
              t('settlements.unsigned')
            )}
          </dd>
        </div>
      ))}
      {selfApproved && <p>{t('settlements.selfApproved')}</p>}
    </dl>
  );
}

type SigningProps = Pick<Props, 'mfiId' | 'mfiName'> & { settlement: Settlement };

function Signing({ mfiId, mfiName, settlement: { month, state } }: SigningProps) {
  const { t, format } = useStaffText();
  const ask = useConfirm();
  const options = { invalidates: [queryKeys.settlements(mfiId)] };
  const sign = useSend('signSettlement', { ...options, onSuccess: () => toast.success(t('settlements.signedToast')) });
  const confirm = useSend('confirmSettlement', {
    ...options,
    onSuccess: () => toast.success(t('settlements.lockedToast')),
  });
  const lock = async () => {
    const about = t('settlements.of', { mfi: mfiName, month: monthText(month, format.tag) });
    const question = { about, message: t('settlements.confirmLead'), yes: t('settlements.confirm'), danger: true };
    if (await ask(question)) confirm.mutate({ query: { mfiId }, body: { month, state: 'approved' } });
  };
  if (state === 'locked')
    return (
      <Banner tone="good" icon="lock" isAnnounced={false}>
        {t('settlements.locked')}
      </Banner>
    );
  const error = sign.error ?? confirm.error;
  return (
    <div data-print="never">
      <Stack>
        <p>{t(state === 'open' ? 'settlements.signLead' : 'settlements.confirmLead')}</p>
        {error && <FormError>{errorSentence(error, t)}</FormError>}
        <Row>
          {state === 'open' ? (
            <Button
              {...help('signSettlement')}
              busy={sign.isPending}
              onClick={() => sign.mutate({ query: { mfiId }, body: { month } })}
            >
              {t('settlements.sign')}
            </Button>
          ) : (
            <Button {...help('signSettlement')} busy={confirm.isPending} onClick={() => void lock()}>
              {t('settlements.confirm')}
            </Button>
          )}
        </Row>
      </Stack>
    </div>
  );
}
