import { help } from '../../lib/help-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { paidHow } from '../../lib/paid-how.ts';
import { addedSums } from '../../lib/several-sums.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { FormError } from '../../ui/form-error.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './office.module.css';
import { type Approvable, type ApprovalFailure, type ApprovalOutcome, useApproveMany } from './use-approve-many.ts';
import { pictureChecks } from './use-approve-proposal.ts';

type Props = {
  queue: 'toApprove' | 'paymentsToApprove';
  mfi: { id: string; name: string };
  /** The selected rows of the queue, in its order. */
  selected: readonly Approvable[];
  isAllSelected: boolean;
  onSelectAll: (isSelected: boolean) => void;
  /** False where too few wait for many to be approved; how the last ones went is told all the same. */
  isOffered: boolean;
};

/** The bar above a queue: selects all rows, and approves the selected ones after one question. */
export function BulkApproval({ queue, mfi, selected, isAllSelected, onSelectAll, isOffered }: Props) {
  const text = useStaffText();
  const { t, format } = text;
  const confirm = useConfirm();
  const approving = useApproveMany(mfi);
  const count = selected.length;
  const isOfPayments = queue === 'paymentsToApprove';
  const amount = addedSums(selected, format);
  const label = isOfPayments ? t('mfi.many.payments', { count }) : t('mfi.many.proposals', { count });
  const approve = async () => {
    const isSure = await confirm({
      title: isOfPayments ? t('mfi.many.paymentsTitle', { count, amount }) : label,
      message: isOfPayments ? t('mfi.many.paymentsQuestion', { count }) : t('mfi.many.proposalsQuestion', { count }),
      // R14.3: the pictures of each are looked at before.
      ...(isOfPayments ? { facts: paymentsOf(selected, text) } : { checks: pictureChecks(text) }),
      yes: t('mfi.approve.yes'),
    });
    if (!isSure) return;
    const approved = await approving.mutateAsync(selected).then(
      (outcome) => outcome.approved,
      // The reason stands below.
      () => [],
    );
    if (approved.length === 0) return;
    toast.success(doneSentence(queue, approved, text));
  };
  return (
    <>
      {(isOffered || approving.isPending) && (
        <div className={styles.bulk}>
          <CheckboxField
            label={t('mfi.many.all')}
            checked={isAllSelected}
            onCheckedChange={onSelectAll}
            disabled={approving.isPending}
          />
          <Button
            {...help(isOfPayments ? 'decidePayment' : 'approve')}
            small
            icon="check"
            disabled={count === 0}
            busy={approving.isPending}
            onClick={() => void approve()}
          >
            {count === 0 ? t('mfi.many.none') : label}
          </Button>
        </div>
      )}
      {approving.error && <FormError>{errorSentence(approving.error, t)}</FormError>}
      {approving.data && <Outcome queue={queue} {...approving.data} />}
    </>
  );
}

/** Each payment with how it was made, to be held against the statement. */
function paymentsOf(selected: readonly Approvable[], text: StaffText) {
  const { format } = text;
  const rows = selected.map((item) => ({
    key: item.key,
    label: format.joined([format.isolate(item.title), sumFirstLocal(item, format)]),
    value: format.joined(paidHow(item, text)),
  }));
  return <ReviewList rows={rows} />;
}

function doneSentence(queue: Props['queue'], approved: readonly Approvable[], { t, format }: StaffText): string {
  const done = { count: approved.length, amount: addedSums(approved, format) };
  return queue === 'paymentsToApprove' ? t('mfi.many.paymentsDone', done) : t('mfi.many.proposalsDone', done);
}

/** The outcome of a partial failure: the approved ones by name, and beside them the reasons of the others. */
function Outcome({ queue, approved, failures }: ApprovalOutcome & Pick<Props, 'queue'>) {
  const text = useStaffText();
  const { format } = text;
  if (failures.length === 0) return null;
  return (
    <div className={styles.outcome}>
      {approved.length > 0 && (
        <Banner tone="good" icon="check-circle">
          <p>{doneSentence(queue, approved, text)}</p>
          <ul>
            {approved.map((item) => (
              <li key={item.key}>{format.joined([format.isolate(item.title), sumFirstLocal(item, format)])}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Failures failures={failures} />
    </div>
  );
}

/** One sentence for each that failed. */
function Failures({ failures }: { failures: readonly ApprovalFailure[] }) {
  const { t, format } = useStaffText();
  return failures.map(({ item, error }) => (
    <FormError key={item.key}>
      <span>
        {t('mfi.many.failed', {
          title: item.title,
          amount: sumFirstLocal(item, format),
          why: errorSentence(error, t),
        })}
      </span>
    </FormError>
  ));
}
