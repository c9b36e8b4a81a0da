import { help } from '../../lib/help-mode.ts';
import { useDeadlineDay } from '../../lib/deadline-day.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useMoneySend } from '../../lib/use-send.ts';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';

/** The owner of a loan that collects gives it more time, once (R5.6, R31.2). */
export default function MoreTime({ proposal }: { proposal: ProposalDetails }) {
  const { t, format } = useMoneyText();
  const confirm = useConfirm();
  const dayOf = useDeadlineDay(proposal.mfiName, format);
  const { id: proposalId, fundingDeadline, extendsTo } = proposal;
  const send = useMoneySend('extendFunding', {
    invalidates: [queryKeys.proposal(proposalId), queryKeys.proposals],
    onSuccess: (extended) => toast.success(t('extending.done', { date: dayOf(extended.fundingDeadline) })),
  });
  if (fundingDeadline === null || extendsTo === null) return null;
  const later = dayOf(extendsTo);
  const giveTime = async () => {
    const question = {
      title: t('extending.question', { date: later }),
      about: proposal.title,
      message: t('extending.message'),
      yes: t('extending.button'),
    };
    if (await confirm(question)) send.mutate({ body: { proposalId } });
  };
  return (
    <Panel title={t('extending.title')}>
      <Stack>
        <p>{t('extending.lead', { date: dayOf(fundingDeadline), later })}</p>
        <Row>
          <Button {...help('extend')} variant="quiet" busy={send.isPending} onClick={() => void giveTime()}>
            {t('extending.button')}
          </Button>
        </Row>
        {send.error && <FormError>{errorSentence(send.error, t)}</FormError>}
      </Stack>
    </Panel>
  );
}
