import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMoneyText } from '../../lib/text.tsx';
import { useReviewedForm } from '../../lib/use-reviewed-form.ts';
import { useMoneySend } from '../../lib/use-send.ts';
import type { DataOf, ProposalDetails } from '../../lib/wire.ts';
import type { MoneyTextKey } from '../../lib/text.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyReview } from '../../ui/money-review.tsx';
import { ReviewedDialog } from '../../ui/reviewed-dialog.tsx';
import { toast } from '../../ui/toast.ts';

const HINDRANCES: Record<NonNullable<DataOf<'findForgiving'>['hindrance']>, MoneyTextKey> = {
  wrong_status: 'forgiving.nothing',
  payment_pending: 'forgiving.pending',
  paid_in_lately: 'forgiving.lately',
};

/** The reader’s whole claim, given up for ever, with or without their name (R30.1, R30.2). */
export default function ForgiveDialog({ proposal, onClose }: { proposal: ProposalDetails; onClose: () => void }) {
  const { t, format } = useMoneyText();
  const formId = useId();
  const { data } = useQuery({
    queryKey: queryKeys.forgiving(proposal.id),
    queryFn: () => call('findForgiving', { query: { proposalId: proposal.id } }),
  });
  const send = useMoneySend('forgive', {
    invalidates: [queryKeys.proposal(proposal.id), queryKeys.portfolio, queryKeys.backers(proposal.id)],
    onSuccess: ({ amount }) => {
      toast.success(t('forgiving.done', { amount: format.money(amount), name: proposal.userName }));
      onClose();
    },
  });
  const form = useReviewedForm(useState({ sayWho: false }), () => ({}), send);
  const { sayWho } = form.values;
  const amount = format.money(data?.amount ?? 0);
  const refusal = send.error && errorSentence(send.error, t);
  return (
    <ReviewedDialog
      title={t('forgiving.button')}
      about={proposal.title}
      onClose={onClose}
      busy={send.isPending}
      formId={formId}
      mayReview={data?.hindrance === null}
      form={
        <Form id={formId} onSubmit={form.review} error={form.isWrong ? undefined : (refusal ?? undefined)}>
          {data && data.hindrance !== null ? (
            <p>{t(HINDRANCES[data.hindrance])}</p>
          ) : (
            <>
              <p>{t('forgiving.lead', { amount, name: proposal.userName })}</p>
              <CheckboxField
                label={t('forgiving.sayWho', { name: proposal.userName })}
                checked={sayWho}
                onCheckedChange={(checked) => form.set({ sayWho: checked })}
              />
            </>
          )}
        </Form>
      }
      review={
        <MoneyReview
          rows={[
            { label: t('forgiving.amount'), value: amount },
            { label: t('forgiving.told'), value: t(sayWho ? 'forgiving.withName' : 'forgiving.withoutName') },
            { label: t('forgiving.undo'), value: t('forgiving.never') },
          ]}
          refusal={refusal ?? null}
        />
      }
      reviewed={form}
      confirm={t('forgiving.submit', { amount })}
      onConfirm={() => send.mutate({ body: { proposalId: proposal.id, sayWho } })}
    />
  );
}
