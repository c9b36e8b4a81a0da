import { DESCRIPTION_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { LengthCounter } from '../../ui/length-counter.tsx';
import { Columns } from '../../ui/page.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { type DraftProblem, draftProblems, isPastDay, type ProposalDraft } from './proposal-draft.ts';
import { todayIn, useMfiTimeZone } from './time.ts';

const PROBLEM_TEXT: Record<DraftProblem, TextKey> = {
  required: 'common.required',
  amount_below_one: 'proposal.problem.amountBelowOne',
  amount_too_large: 'proposal.problem.amountTooLarge',
  amount_malformed: 'proposal.problem.amountMalformed',
  months_out_of_range: 'proposal.problem.monthsOutOfRange',
  too_long: 'proposal.problem.tooLong',
};

type Props = {
  draft: ProposalDraft;
  onDraftChange: (draft: ProposalDraft) => void;
  /** What is wrong is said after the first attempt to send, then as it changes. */
  wasAttempted: boolean;
  /** The server's refusal of what was sent, whose field messages stand where they belong. */
  error?: ApiError | null;
  mfiName?: string;
  /** The proposal's id, once it has one. */
  proposalId?: string;
  onBusyChange: (isBusy: boolean) => void;
};

/** The fields of a proposal, the same for writing and for editing. */
export function ProposalFields(props: Props) {
  const { draft, onDraftChange, wasAttempted, error, mfiName, proposalId, onBusyChange } = props;
  const { t, format } = useText();
  const timeZone = useMfiTimeZone(mfiName);
  const problems = wasAttempted ? draftProblems(draft) : {};
  const field = (name: keyof ProposalDraft) => {
    const problem = problems[name];
    return {
      name,
      value: draft[name],
      onValueChange: (value: string) => onDraftChange({ ...draft, [name]: value }),
      error: problem ? t(PROBLEM_TEXT[problem]) : error?.messageFor(name),
    };
  };
  return (
    <>
      <TextField {...field('title')} label={t('proposal.title')} hint={t('proposal.titleHint')} />
      <TextAreaField
        {...field('description')}
        label={t('proposal.description')}
        hint={t('proposal.descriptionHint')}
        maxLength={DESCRIPTION_LENGTH_MAX}
      />
      <Columns>
        <AmountField {...field('amount')} label={t('proposal.amount')} />
        <TextField
          {...field('monthsToRepay')}
          label={t('proposal.monthsToRepay')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
        />
      </Columns>
      <PlanPreview draft={draft} {...(mfiName && { mfiName })} />
      <DateField
        {...field('startDate')}
        label={t('proposal.startDate')}
        hint={t(isPastDay(draft.startDate, todayIn(timeZone)) ? 'proposal.startDatePast' : 'proposal.startDateHint')}
      />
      <PictureField
        label={t('pictures.picture')}
        hint={t('pictures.pictureHint')}
        error={error?.messageFor('image')}
        folder="proposalImages"
        value={draft.image || null}
        onValueChange={(image) => onDraftChange({ ...draft, image: image ?? '' })}
        onBusyChange={onBusyChange}
        optional
        {...(proposalId !== undefined && { name: proposalId })}
      />
      {draft.image !== '' && (
        <TextField
          {...field('imageAlt')}
          label={t('pictures.alt')}
          hint={t('pictures.altHint', { alt: t('proposal.pictureOf', { title: format.isolate(draft.title) }) })}
          aside={<LengthCounter value={draft.imageAlt} maxLength={ALT_LENGTH_MAX} />}
          optional
        />
      )}
    </>
  );
}
