import { useRef, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './new-proposal-dialog.module.css';
import { bodyOf, draftProblems, EMPTY_DRAFT, isPastDay, type ProposalDraft } from './proposal-draft.ts';
import { ProposalFields } from './proposal-fields.tsx';
import { formErrorOf } from './form-error.ts';
import { todayIn, useMfiTimeZone } from './time.ts';

type Props = {
  draft: ProposalDraft | undefined;
  /** The opener keeps what is typed, so that closing loses nothing. */
  onDraftChange: (draft: ProposalDraft) => void;
  mfi: { id: string; name: string } | undefined;
  onClose: () => void;
};

const FORM_ID = 'new-proposal';

/** Writing a proposal: keep it as a draft (1) or show it to everybody (2). */
export default function NewProposalDialog({ draft = EMPTY_DRAFT, onDraftChange, mfi, onClose }: Props) {
  const { t } = useText();
  const status = useRef<1 | 2>(1);
  const { submit, isPending, error, wasAttempted } = useCreateProposal(draft, mfi, () => {
    onDraftChange(EMPTY_DRAFT);
    onClose();
  });
  return (
    <Dialog
      wide
      title={t('proposal.new')}
      onClose={onClose}
      busy={isPending}
      footer={
        <>
          {/* First, so that the enter key keeps a draft and never publishes. */}
          <Button
            variant="quiet"
            type="submit"
            form={FORM_ID}
            busy={isPending}
            onClick={() => {
              status.current = 1;
            }}
          >
            {t('proposal.saveAsDraft')}
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            icon="megaphone"
            busy={isPending}
            onClick={() => {
              status.current = 2;
            }}
          >
            {t('proposal.publish')}
          </Button>
        </>
      }
    >
      <Form id={FORM_ID} busy={isPending} error={formErrorOf(error, t)} onSubmit={() => void submit(status.current)}>
        <ProposalFields
          draft={draft}
          onDraftChange={onDraftChange}
          wasAttempted={wasAttempted}
          error={error}
          {...(mfi && { mfiName: mfi.name })}
        />
        <GoodToKnow />
      </Form>
    </Dialog>
  );
}

function useCreateProposal(draft: ProposalDraft, mfi: Props['mfi'], onCreated: () => void) {
  const { t } = useText();
  const confirm = useConfirm();
  const timeZone = useMfiTimeZone(mfi?.name);
  const [wasAttempted, setAttempted] = useState(false);
  const create = useSend('createProposal', {
    invalidates: [queryKeys.proposals],
    onSuccess: (_, { body }) => {
      toast.success(t(body?.status === 2 ? 'proposal.published' : 'proposal.saved'));
      onCreated();
    },
  });
  const submit = async (status: 1 | 2) => {
    setAttempted(true);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const isPast = status === 2 && isPastDay(draft.startDate, todayIn(timeZone));
    if (isPast && !(await confirm({ message: t('proposal.publishPast'), yes: t('proposal.publish') }))) return;
    create.mutate({ body: { ...bodyOf(draft), status, ...(mfi && { mfiId: mfi.id }) } });
  };
  return { submit, wasAttempted, isPending: create.isPending, error: create.error };
}

function GoodToKnow() {
  const { t } = useText();
  return (
    <div className={styles.notes}>
      <details className={styles.note}>
        <summary>{t('proposal.checks.heading')}</summary>
        <ul className={styles.points}>
          <li>{t('proposal.checks.purpose')}</li>
          <li>{t('proposal.checks.amount')}</li>
          <li>{t('proposal.checks.privacy')}</li>
        </ul>
      </details>
      <details className={styles.note}>
        <summary>{t('proposal.seen.heading')}</summary>
        <ul className={styles.points}>
          <li>{t('proposal.seen.everybody')}</li>
          <li>{t('proposal.seen.members')}</li>
          <li>{t('proposal.seen.nobody')}</li>
        </ul>
      </details>
    </div>
  );
}
