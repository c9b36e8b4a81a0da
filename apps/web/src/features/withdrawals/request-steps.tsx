import type { HandStep } from '@sathi/domain/payouts.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { help } from '../../lib/help-mode.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { paths } from '../../lib/paths.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Row } from '../../ui/page.tsx';
import { HAND_WORDS, type Payout, REQUEST_KINDS } from './open-requests.ts';
import { METHODS } from './withdrawal-details.ts';

const PayoutStepDialog = lazyDialog(() => import('./payout-step-dialog.tsx'));

type Props = { request: Payout; mfi: { id: string; name: string } };

/** The steps that staff may take with credit by hand; money of a loan is moved on the loan's page (R25.4). */
export function RequestSteps({ request, mfi }: Props) {
  const { t, format } = useStaffText();
  const [step, setStep] = useState<HandStep | null>(null);
  // The server of the last release names no steps.
  const { proposalId, name } = request;
  if (proposalId !== null) {
    return (
      <Link href={paths.proposal(mfi.name, proposalId)} aria-label={format.joined([t('mfi.loan'), name])}>
        {t('mfi.loan')}
      </Link>
    );
  }
  return (
    <Row>
      {request.handSteps?.map((next) => (
        <Button
          key={next}
          {...help('batch')}
          small
          variant="quiet"
          aria-label={format.joined([t(HAND_WORDS[next]), name])}
          onClick={() => setStep(next)}
        >
          {t(HAND_WORDS[next])}
        </Button>
      ))}
      {step !== null && <PayoutStepDialog payout={request} step={step} mfi={mfi} onClose={() => setStep(null)} />}
    </Row>
  );
}

/** The columns of each list of requests: what it is, how much, and where it goes. */
export function requestColumns({ t, format }: StaffText): readonly Column<Payout>[] {
  return [
    { header: t('batches.kind'), cell: ({ kind }) => t(REQUEST_KINDS[kind]) },
    { header: t('money.amount'), numeric: true, cell: (request) => sumFirstLocal(request, format) },
    {
      header: t('batches.account'),
      cell: ({ method, last4 }) => format.joined([t(METHODS[method].words.name), format.isolate(`••••${last4}`)]),
    },
  ];
}
