import { useId, useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './edit-proposal.module.css';
import { formErrorOf } from './form-error.ts';
import { bodyOf, draftOf, draftProblems } from './proposal-draft.ts';
import { ProposalFields } from './proposal-fields.tsx';

type Props = {
  proposal: ProposalSummary;
  /** Back to view mode, after saving as after cancelling. What was typed goes with this component. */
  onDone: () => void;
  /** `h1` where the form is the page. */
  heading?: 'h1' | 'h2';
};

/** The edit mode of a card and of a page (specification section 2). Cancelling shows the old values again. */
export default function EditProposal({ proposal, onDone, heading: Heading = 'h2' }: Props) {
  const { t, format } = useText();
  const headingId = useId();
  const [before] = useState(() => draftOf(proposal));
  const [draft, setDraft] = useState(before);
  const [wasAttempted, setAttempted] = useState(false);
  const update = useSend('updateProposal', {
    invalidates: [queryKeys.proposals, queryKeys.proposal(proposal.id)],
    onSuccess: () => {
      toast.success(t('proposal.updated'));
      onDone();
    },
  });
  const save = () => {
    setAttempted(true);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const body = bodyOf(draft);
    if (JSON.stringify(body) === JSON.stringify(bodyOf(before))) onDone();
    else update.mutate({ query: { id: proposal.id }, body });
  };
  return (
    <Card as="section" padded labelledBy={headingId} className={styles.edit}>
      <Heading id={headingId} dir="auto">
        {t('proposal.editing', { title: format.isolate(proposal.title) })}
      </Heading>
      <Focused>
        <Form busy={update.isPending} error={formErrorOf(update.error, t)} onSubmit={save}>
          {proposal.isMFIApproved && (
            <Banner tone="info">{t('proposal.editTakesCheck', { mfi: format.isolate(proposal.mfiName) })}</Banner>
          )}
          <ProposalFields
            draft={draft}
            onDraftChange={setDraft}
            wasAttempted={wasAttempted}
            error={update.error}
            mfiName={proposal.mfiName}
          />
          <Row>
            <Button type="submit" busy={update.isPending}>
              {t('common.save')}
            </Button>
            <Button variant="quiet" disabled={update.isPending} onClick={onDone}>
              {t('common.cancel')}
            </Button>
          </Row>
        </Form>
      </Focused>
    </Card>
  );
}
