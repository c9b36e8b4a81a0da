import { dollarsOf, type Cents } from '@sathi/domain/money.ts';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { type Text, useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './mfi-dashboard.module.css';
import { type Approvable, type ApprovalFailure, useApproveMany } from './use-approve-many.ts';

type Props = {
  queue: 'toApprove' | 'paymentsToApprove';
  mfi: { id: string; name: string };
  /** What is selected of the queue, in its order. */
  selected: readonly Approvable[];
  isAllSelected: boolean;
  onSelectAll: (isSelected: boolean) => void;
};

/** Above a queue: select everything, and approve what is selected after one question. */
export function BulkApproval({ queue, mfi, selected, isAllSelected, onSelectAll }: Props) {
  const text = useText();
  const { t, format } = text;
  const confirm = useConfirm();
  const approving = useApproveMany(mfi);
  const count = selected.length;
  const isOfPayments = queue === 'paymentsToApprove';
  const amount = format.money(sumOf(selected));
  const label = isOfPayments ? t('mfi.many.payments', { count }) : t('mfi.many.proposals', { count });
  const approve = async () => {
    const isSure = await confirm({
      title: isOfPayments ? t('mfi.many.paymentsTitle', { count, amount }) : label,
      message: isOfPayments ? t('mfi.many.paymentsQuestion', { count }) : t('mfi.many.proposalsQuestion', { count }),
      // R14.3: the pictures of each are looked at before.
      ...(!isOfPayments && { checks: pictureChecks(text) }),
      yes: t('mfi.approve.yes'),
      no: t('common.cancel'),
    });
    if (!isSure) return;
    const approved = await approving.mutateAsync(selected).then(
      (outcome) => outcome.approved,
      // Why stands below.
      () => [],
    );
    if (approved.length === 0) return;
    const done = { count: approved.length, amount: format.money(sumOf(approved)) };
    toast.success(isOfPayments ? t('mfi.many.paymentsDone', done) : t('mfi.many.proposalsDone', done));
  };
  return (
    <>
      <div className={styles.bulk}>
        <CheckboxField
          label={t('mfi.many.all')}
          checked={isAllSelected}
          onCheckedChange={onSelectAll}
          disabled={approving.isPending}
        />
        <Button
          {...demo(isOfPayments ? 'decidePayment' : 'approve')}
          small
          icon="check"
          disabled={count === 0}
          busy={approving.isPending}
          onClick={() => void approve()}
        >
          {count === 0 ? t('mfi.many.none') : label}
        </Button>
      </div>
      {approving.error && <FormError>{errorSentence(approving.error, t)}</FormError>}
      <Failures failures={approving.data?.failures ?? []} />
    </>
  );
}

/** One sentence for each that failed. */
function Failures({ failures }: { failures: readonly ApprovalFailure[] }) {
  const { t, format } = useText();
  return failures.map(({ item, error }) => (
    <FormError key={item.key}>
      <span>
        {t('mfi.many.failed', {
          title: format.isolate(item.title),
          amount: format.money(item.amount),
          why: errorSentence(error, t),
        })}
      </span>
    </FormError>
  ));
}

function pictureChecks({ t }: Text): string[] {
  return [
    t('mfi.approve.borrowerAgrees'),
    t('mfi.approve.noChild'),
    t('mfi.approve.noPaper'),
    t('mfi.approve.noOther'),
  ];
}

/** In cents, since dollars with their fractions do not add up exactly. */
function sumOf(items: readonly Approvable[]): number {
  return dollarsOf(items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) as Cents);
}
