import { PROPOSAL_STATUS } from '@sathi/domain/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { localFirst } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { CAUSE_WORDS } from './default-words.ts';
import { staleAfterDefault } from './stale-after-default.ts';

const DefaultDialog = lazy(() => import('./default-dialog.tsx'));
const WriteOffDialog = lazy(() => import('./write-off-dialog.tsx'));

type Facts = DataOf<'findDefault'>;
type Props = { proposal: ProposalDetails };

/** Shows staff a loan that may be in default, is in default, or is written off, and the next step (R29.1, R29.3). */
export default function StaffDefault({ proposal }: Props) {
  const { data } = useQuery({
    queryKey: queryKeys.loanDefault(proposal.id),
    queryFn: () => call('findDefault', { query: { proposalId: proposal.id } }),
  });
  if (!data || (data.asked === null && data.defaulted === null)) return null;
  return (
    <Banner tone="warm" icon="alert-circle">
      <Stack gap="tight">
        {data.asked && <Asked proposal={proposal} asked={data.asked} />}
        {data.defaulted && <Defaulted proposal={proposal} facts={data} defaulted={data.defaulted} />}
      </Stack>
    </Banner>
  );
}

function Asked({ proposal, asked }: Props & { asked: NonNullable<Facts['asked']> }) {
  const { t, format } = useStaffText();
  const [isAnswering, setAnswering] = useState(false);
  const byItself = format.date(asked.byItselfAt);
  return (
    <>
      <p>
        {asked.putOffUntil === null
          ? t('defaults.asked', { date: byItself })
          : t('defaults.putOff', { until: format.date(asked.putOffUntil), date: byItself })}
      </p>
      <Row>
        <Button {...help('answerDefault')} icon="edit" onClick={() => setAnswering(true)}>
          {t('defaults.answer')}
        </Button>
      </Row>
      <Suspense fallback={null}>
        {isAnswering && <DefaultDialog proposal={proposal} asked={asked} onClose={() => setAnswering(false)} />}
      </Suspense>
    </>
  );
}

type DefaultedProps = Props & { facts: Facts; defaulted: NonNullable<Facts['defaulted']> };

function Defaulted({ proposal, facts, defaulted }: DefaultedProps) {
  const { t, format } = useStaffText();
  const [isWritingOff, setWritingOff] = useState(false);
  const { writeOff, writeOffFrom } = facts;
  const { cause } = defaulted;
  const mayWriteOff = proposal.allowedActions.includes('writeOff');
  return (
    <>
      <p>{t('defaults.since', { date: format.date(defaulted.defaultedAt), cause: t(CAUSE_WORDS[cause]) })}</p>
      {defaulted.reason !== null && <p dir="auto">{defaulted.reason}</p>}
      {writeOff === null && mayWriteOff && (
        <Row>
          <Button {...help('writeOff')} variant="quiet" icon="ban" onClick={() => setWritingOff(true)}>
            {t('defaults.writeOff')}
          </Button>
        </Row>
      )}
      {writeOff === null && !mayWriteOff && writeOffFrom !== null && proposal.status === PROPOSAL_STATUS.funded && (
        <p>{t('defaults.writeOffFrom', { date: format.date(writeOffFrom) })}</p>
      )}
      {writeOff && <WrittenOff proposal={proposal} writeOff={writeOff} />}
      <Suspense fallback={null}>
        {isWritingOff && <WriteOffDialog proposal={proposal} onClose={() => setWritingOff(false)} />}
      </Suspense>
    </>
  );
}

function WrittenOff({ proposal, writeOff }: Props & { writeOff: NonNullable<Facts['writeOff']> }) {
  const { t, format } = useStaffText();
  const confirm = useConfirm();
  const first = (dollars: number) => localFirst(proposal.localOutstanding, dollars, format);
  // Written off, it is what backers lost, in dollars: what has come since is no longer in the local rest.
  const amount = writeOff.amount === null ? first(proposal.outstandingAmount) : format.money(writeOff.amount);
  const send = useMoneySend('confirmWriteOff', {
    invalidates: staleAfterDefault(proposal),
    onSuccess: ({ lost }) => toast.success(t('defaults.writtenOffToast', { amount: first(lost) })),
  });
  const ask = async () => {
    const message = t('defaults.confirmQuestion', { amount, title: proposal.title });
    if (!(await confirm({ message, yes: t('defaults.writeOff'), danger: true }))) return;
    send.mutate({ query: { proposalId: proposal.id }, body: { state: 'approved' } });
  };
  return (
    <>
      <p>
        {writeOff.state === 'approved'
          ? t('defaults.writtenOff', { amount })
          : t('defaults.writeOffEntered', { date: format.date(writeOff.enteredAt), amount })}
      </p>
      <p dir="auto">{writeOff.reason}</p>
      {writeOff.state === 'entered' &&
        (writeOff.mayConfirm ? (
          <Row>
            <Button {...help('writeOff')} variant="danger" busy={send.isPending} onClick={() => void ask()}>
              {t('defaults.confirm')}
            </Button>
          </Row>
        ) : (
          <p>{t('defaults.awaitsAnother')}</p>
        ))}
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </>
  );
}
