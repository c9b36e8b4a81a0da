import { queryKeys } from '../../lib/query-keys.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { eachMonth } from './each-month.ts';

/** The new plan that waits for the borrower: its months beside the old ones, and the choice between them (R28.2). */
export default function PlanOffer({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useMoneyText();
  const confirm = useConfirm();
  const { rows = [] } = useList('listPlanChanges', queryKeys.planChanges(proposal.id), { proposalId: proposal.id });
  const offer = rows.find(({ state }) => state === 'approved');
  const send = useSend('answerPlan', {
    invalidates: [queryKeys.planChanges(proposal.id), queryKeys.proposal(proposal.id)],
    onSuccess: ({ state }) => toast.success(t(state === 'accepted' ? 'plans.accepted' : 'plans.kept')),
  });
  if (offer === undefined) return null;
  const { id, months, firstDueOn, reason } = offer;
  const answer = async (state: 'accepted' | 'refused') => {
    const isAccepted = state === 'accepted';
    const message = t(isAccepted ? 'plans.acceptQuestion' : 'plans.keepQuestion');
    if (!(await confirm({ message, yes: t(isAccepted ? 'plans.accept' : 'plans.keep') }))) return;
    send.mutate({ query: { proposalId: proposal.id, id }, body: { state } });
  };
  const each = eachMonth(proposal, months, format);
  return (
    <Banner tone="warm" icon="calendar">
      <Stack gap="tight">
        <p>{t('plans.offer', { mfi: proposal.mfiName, months, each, date: format.date(firstDueOn) })}</p>
        <p dir="auto">{reason}</p>
        <Row>
          <Button {...help('answerPlan')} busy={send.isPending} onClick={() => void answer('accepted')}>
            {t('plans.accept')}
          </Button>
          <Button {...help('answerPlan')} variant="quiet" busy={send.isPending} onClick={() => void answer('refused')}>
            {t('plans.keep')}
          </Button>
        </Row>
        {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      </Stack>
    </Banner>
  );
}
