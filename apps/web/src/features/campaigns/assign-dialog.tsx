import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callWholeList } from '../../lib/call-whole-list.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { campaignName } from '../../lib/campaign-name.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import type { DataOf, ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './assign-dialog.module.css';

type Choice = DataOf<'listCampaignChoices'>[number];
type Props = { proposal: ProposalSummary; onClose: () => void };

/** The campaigns of its MFI that a proposal is in: its owner and the staff put it in, the staff also take it out (R16.5). */
export function AssignDialog({ proposal, onClose }: Props) {
  const { t } = useText();
  const formId = useId();
  const { user } = useSession();
  const isStaff = user?.userMfis.some(({ mfiId }) => mfiId === proposal.mfiId) ?? false;
  const { choices, all, isIn, set, assign, save, isBusy } = useChoices(proposal, onClose);
  return (
    <Dialog
      title={t('campaigns.assign.action')}
      about={proposal.title}
      onClose={onClose}
      busy={isBusy}
      footer={
        <>
          {isStaff && all.some(({ isAssigned }) => isAssigned) && (
            <Button variant="plain" disabled={isBusy} onClick={() => assign.save(all, [])}>
              {t('campaigns.assign.removeAll')}
            </Button>
          )}
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {all.length > 0 && (
            <Button type="submit" form={formId} busy={isBusy}>
              {t('common.save')}
            </Button>
          )}
        </>
      }
    >
      {choices.data ? (
        <Form
          id={formId}
          onSubmit={() => void save()}
          busy={isBusy}
          error={assign.error ? errorSentence(assign.error, t) : undefined}
        >
          {all.length === 0 ? (
            <EmptyState
              icon="megaphone"
              title={t('common.noData')}
              text={t('campaigns.assign.none', { mfi: proposal.mfiName })}
            />
          ) : (
            <Choices proposal={proposal} all={all} isIn={isIn} set={set} isStaff={isStaff} />
          )}
        </Form>
      ) : choices.isError ? (
        <ErrorState text={errorSentence(choices.error, t)} onRetry={() => void choices.refetch()} />
      ) : (
        <Skeleton shape="box" />
      )}
    </Dialog>
  );
}

type ChoicesProps = {
  proposal: ProposalSummary;
  all: readonly Choice[];
  isIn: (choice: Choice) => boolean;
  set: (id: string, isIn: boolean) => void;
  isStaff: boolean;
};

function Choices({ proposal, all, isIn, set, isStaff }: ChoicesProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('campaigns.assign.legend', { mfi: proposal.mfiName })}</legend>
      {all.map((choice) => (
        <CheckboxField
          key={choice.id}
          label={<span dir="auto">{campaignName({ name: choice.name, mfiName: proposal.mfiName }, t)}</span>}
          checked={isIn(choice)}
          disabled={choice.isAssigned && !isStaff}
          onCheckedChange={(checked) => set(choice.id, checked)}
        />
      ))}
      {!isStaff && all.some(({ isAssigned }) => isAssigned) && (
        <p className={styles.note}>{t('campaigns.assign.ownerNote', { mfi: proposal.mfiName })}</p>
      )}
    </fieldset>
  );
}

/** The campaigns to choose from, with the ticks set and taken here. */
function useChoices(proposal: ProposalSummary, onClose: () => void) {
  const choices = useQuery({
    queryKey: queryKeys.campaignChoices(proposal.id),
    queryFn: ({ signal }) => callWholeList('listCampaignChoices', { proposalId: proposal.id }, { signal }),
  });
  const all = choices.data ?? [];
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isIn = ({ id, isAssigned }: Choice) => changed.get(id) ?? isAssigned;
  const set = (id: string, isChosen: boolean) => setChanged((before) => new Map(before).set(id, isChosen));
  const assign = useAssign(proposal, onClose);
  const [isAsking, setAsking] = useState(false);
  const save = async () => {
    if (changed.size === 0) return onClose();
    // The call replaces all campaigns of the proposal, so its present ones are asked for first: another officer's
    // choice stays.
    setAsking(true);
    const fresh = (await choices.refetch()).data ?? all;
    setAsking(false);
    assign.save(fresh, fresh.filter(isIn));
  };
  return { choices, all, isIn, set, assign, save, isBusy: isAsking || assign.isPending };
}

function useAssign({ id, mfiId }: ProposalSummary, onDone: () => void) {
  const { t } = useText();
  const [isRemoval, setRemoval] = useState(false);
  const send = useSend('assignToCampaigns', {
    invalidates: [queryKeys.proposal(id), queryKeys.proposals, queryKeys.allCampaigns, queryKeys.campaigns(mfiId)],
    onSuccess: () => {
      toast.success(t(isRemoval ? 'campaigns.assign.removed' : 'campaigns.assign.success'));
      onDone();
    },
    onError: () => {
      if (isRemoval) toast.error(t('campaigns.failed'));
    },
  });
  const save = (all: readonly Choice[], chosen: readonly Choice[]) => {
    const isAdding = chosen.some(({ isAssigned }) => !isAssigned);
    const isRemoving = all.some((choice) => choice.isAssigned && !chosen.includes(choice));
    if (!isAdding && !isRemoving) return onDone();
    setRemoval(!isAdding);
    send.mutate({ body: { proposalId: id, campaignIds: chosen.map((choice) => choice.id) } });
  };
  return { save, isPending: send.isPending, error: send.error };
}
