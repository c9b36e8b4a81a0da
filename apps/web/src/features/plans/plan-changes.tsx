import { lazy, Suspense, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { ChartTable } from '../../ui/chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';

type PlanChange = DataOf<'listPlanChanges'>[number];

const PlanDialog = lazy(() => import('./plan-dialog.tsx'));

/** New plans of a loan: the one that waits, with what staff do about it, and each that came into force, with its reason. */
export default function PlanChanges({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useMoneyText();
  const [isProposing, setProposing] = useState(false);
  const { rows } = useList('listPlanChanges', queryKeys.planChanges(proposal.id), { proposalId: proposal.id });
  const isStaff = proposal.allowedActions.includes('changePlan');
  const open = rows?.find(({ state }) => state === 'entered' || state === 'approved');
  const changes = rows?.filter(({ state }) => state === 'accepted') ?? [];
  return (
    <Stack gap="tight">
      {isStaff && open && <OpenPlan proposal={proposal} plan={open} />}
      {changes.map(({ id, closedAt, enteredAt, reason, before }) => (
        <div key={id}>
          <p>{t('plans.changed', { date: format.date(closedAt ?? enteredAt) })}</p>
          <p dir="auto">{reason}</p>
          <ChartTable label={t('plans.before')}>
            <DataTable
              caption={t('plans.before')}
              rows={before}
              rowKey={({ dueOn }) => dueOn}
              columns={[
                { header: t('plans.due'), cell: ({ dueOn }) => format.date(dueOn) },
                { header: t('plans.amount'), numeric: true, cell: (month) => sumFirstLocal(month, format) },
              ]}
            />
          </ChartTable>
        </div>
      ))}
      {isStaff && rows && open === undefined && (
        <Row>
          <Button {...help('changePlan')} variant="quiet" icon="calendar" onClick={() => setProposing(true)}>
            {t('plans.propose')}
          </Button>
        </Row>
      )}
      {isProposing && (
        <Suspense fallback={null}>
          <PlanDialog proposal={proposal} onClose={() => setProposing(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** It waits for another of the staff, or for the borrower. Confirmed, it answers their request and may be in force at once (R28.2). */
function OpenPlan({ proposal: { id: proposalId, mfiName }, plan }: { proposal: ProposalDetails; plan: PlanChange }) {
  const { t, format } = useMoneyText();
  const send = useSend('confirmPlan', {
    invalidates: [
      queryKeys.planChanges(proposalId),
      queryKeys.hardships(proposalId),
      queryKeys.proposal(proposalId),
      queryKeys.mfiQueues(mfiName),
    ],
    onSuccess: (answer) => toast.success(t(answer.state === 'accepted' ? 'plans.inForce' : 'plans.confirmed')),
  });
  const { id, state, months, firstDueOn, reason, awaitsAnother } = plan;
  const words = { months, date: format.date(firstDueOn) };
  return (
    <div>
      <p>{t(state === 'entered' ? 'plans.waitsForStaff' : 'plans.waitsForOwner', words)}</p>
      <p dir="auto">{reason}</p>
      {state === 'entered' && !awaitsAnother && (
        <Row>
          <Button
            {...help('changePlan')}
            busy={send.isPending}
            onClick={() => send.mutate({ query: { proposalId, id }, body: { state: 'approved' } })}
          >
            {t('plans.confirm')}
          </Button>
        </Row>
      )}
      {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
    </div>
  );
}
