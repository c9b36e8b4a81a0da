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
import { staleAfterUndoing } from './stale-after-undoing.ts';

const UndoReleaseDialog = lazy(() => import('./undo-release-dialog.tsx'));

type Facts = DataOf<'findReleaseUndoing'>;
type Props = { proposal: ProposalDetails };

/**
 * The undoing of a release whose money is not sent: two people of the staff may do it, and are asked to after 60 days
 * (R31.3, R31.4).
 */
export default function UndoRelease({ proposal }: Props) {
  const { t, format } = useStaffText();
  const [isProposing, setProposing] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.releaseUndoing(proposal.id),
    queryFn: () => call('findReleaseUndoing', { query: { proposalId: proposal.id } }),
  });
  if (!data) return null;
  if (data.undoing) return <Proposed proposal={proposal} facts={data} undoing={data.undoing} />;
  if (data.hindrance !== null) return null;
  const button = (
    <Row>
      <Button {...help('undoRelease')} variant="quiet" icon="undo" onClick={() => setProposing(true)}>
        {t('undoRelease.button')}
      </Button>
    </Row>
  );
  return (
    <>
      {data.isAsked ? (
        <Banner tone="warm" icon="clock">
          <Stack gap="tight">
            <p>{t('undoRelease.asked', { date: format.date(data.releasedAt) })}</p>
            {button}
          </Stack>
        </Banner>
      ) : (
        button
      )}
      <Suspense fallback={null}>
        {isProposing && <UndoReleaseDialog proposal={proposal} onClose={() => setProposing(false)} />}
      </Suspense>
    </>
  );
}

type ProposedProps = Props & { facts: Facts; undoing: NonNullable<Facts['undoing']> };

function Proposed({ proposal, facts, undoing }: ProposedProps) {
  const { t, format } = useStaffText();
  const confirm = useConfirm();
  const send = useMoneySend('confirmReleaseUndoing', {
    invalidates: staleAfterUndoing(proposal),
    onSuccess: () => toast.success(t('undoRelease.done')),
  });
  const ask = async () => {
    const message = t('undoRelease.question', {
      amount: localFirst(proposal.local, proposal.fundedAmount, format),
      title: proposal.title,
    });
    if (!(await confirm({ message, yes: t('undoRelease.button'), danger: true }))) return;
    send.mutate({ query: { proposalId: proposal.id }, body: { state: 'approved' } });
  };
  return (
    <Banner tone="warm" icon="undo">
      <Stack gap="tight">
        <p>{t('undoRelease.entered', { date: format.date(undoing.enteredAt) })}</p>
        <p dir="auto">{undoing.reason}</p>
        {facts.hindrance !== null && <p>{t('undoRelease.hindered')}</p>}
        {facts.hindrance === null && !undoing.mayConfirm && <p>{t('undoRelease.awaitsAnother')}</p>}
        {facts.hindrance === null && undoing.mayConfirm && (
          <Row>
            <Button {...help('undoRelease')} variant="danger" busy={send.isPending} onClick={() => void ask()}>
              {t('undoRelease.confirm')}
            </Button>
          </Row>
        )}
        {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      </Stack>
    </Banner>
  );
}
