import { statusOf } from '../../lib/proposal-status.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './proposal-notes.module.css';
import type { ProposalSummary } from '../../lib/wire.ts';

type ReturnReason = NonNullable<ProposalSummary['returnReason']>;

export const RETURN_REASON_TEXT: Record<ReturnReason, TextKey> = {
  privacy_text: 'proposal.reason.privacyText',
  privacy_photo: 'proposal.reason.privacyPhoto',
  other_person_in_photo: 'proposal.reason.otherPersonInPhoto',
  wrong_amount: 'proposal.reason.wrongAmount',
  wrong_category: 'proposal.reason.wrongCategory',
  duplicate: 'proposal.reason.duplicate',
  needs_detail: 'proposal.reason.needsDetail',
  other: 'proposal.reason.other',
};

type Props = {
  proposal: ProposalSummary;
  /** Shortens the note to one line, for a card; the page of the proposal tells the rest. */
  brief?: boolean;
};

/** The reason why a published proposal is a draft again, and the owner's way on (R2.5, T8, T9). Empty for any other. */
export function ProposalNotes({ proposal, brief = false }: Props) {
  const { t } = useText();
  if (statusOf(proposal) !== 'drafted' || proposal.closedReason === null) return null;
  const isReturned = proposal.closedReason === 'returned';
  if (brief) {
    return (
      <p className={styles.brief}>
        {isReturned ? t('proposal.returnedBy', { mfi: proposal.mfiName }) : t('proposal.expiredNote')}
      </p>
    );
  }
  return (
    <div className={styles.note}>
      <Icon name={isReturned ? 'undo' : 'clock'} />
      {isReturned ? (
        <div>
          <p>
            <b>{t('proposal.returnedBy', { mfi: proposal.mfiName })}</b>{' '}
            {proposal.returnReason && t(RETURN_REASON_TEXT[proposal.returnReason])}
          </p>
          {proposal.returnNote && <p dir="auto">{proposal.returnNote}</p>}
        </div>
      ) : (
        <p>{t('proposal.expiredNote')}</p>
      )}
    </div>
  );
}
