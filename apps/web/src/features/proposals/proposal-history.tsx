import type { Category } from '@sathi/domain/categories.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { sumFirstLocal } from '../../lib/local-amount.ts';
import { LANGUAGE_NAMES } from '../../lib/locale.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Text, type TextKey, useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { categoryText } from './category-text.ts';
import { RETURN_REASON_TEXT } from './proposal-notes.tsx';
import styles from './proposal-history.module.css';

type Event = DataOf<'proposalHistory'>[number];

const EVENT_TEXT: Record<Event['kind'], TextKey> = {
  created: 'proposal.event.created',
  published: 'proposal.event.published',
  unpublished: 'proposal.event.unpublished',
  edited: 'proposal.event.edited',
  approved: 'proposal.event.approved',
  approval_withdrawn: 'proposal.event.approvalWithdrawn',
  locked: 'proposal.event.locked',
  backed: 'proposal.event.backed',
  funds_released: 'proposal.event.fundsReleased',
  release_undone: 'proposal.event.releaseUndone',
  due_dates_moved: 'proposal.event.dueDatesMoved',
  backing_cancelled: 'proposal.event.backingCancelled',
  lapsed: 'proposal.event.lapsed',
  reopened: 'proposal.event.reopened',
  extended: 'proposal.event.extended',
  repaid: 'proposal.event.repaid',
  expired: 'proposal.event.expired',
  returned: 'proposal.event.returned',
  deleted: 'proposal.event.deleted',
  payment_entered: 'proposal.event.paymentEntered',
  payment_approved: 'proposal.event.paymentApproved',
  payment_rejected: 'proposal.event.paymentRejected',
  payment_reversed: 'proposal.event.paymentReversed',
  withdrawal_requested: 'proposal.event.withdrawalRequested',
  withdrawal_sent: 'proposal.event.withdrawalSent',
  withdrawal_confirmed: 'proposal.event.withdrawalConfirmed',
  withdrawal_rejected: 'proposal.event.withdrawalRejected',
  withdrawal_failed: 'proposal.event.withdrawalFailed',
  withdrawal_cancelled: 'proposal.event.withdrawalCancelled',
};

/** The history of a proposal, newest first; for the owner and the staff. */
export function ProposalHistory({ proposalId }: { proposalId: string }) {
  const { t } = useText();
  return (
    <Card as="section" padded labelledBy="proposal-history" className={styles.history}>
      <h2 id="proposal-history">{t('proposal.history')}</h2>
      <Events proposalId={proposalId} />
    </Card>
  );
}

/** The same behind a line that says how much there is. */
export function FoldedHistory({ proposalId }: { proposalId: string }) {
  const { t, format } = useText();
  const { rows, hasMore } = useEvents(proposalId);
  const shown = rows === undefined ? '…' : format.number(rows.length) + (hasMore ? '+' : '');
  return (
    <Fold title={t('proposal.showHistory', { count: shown })}>
      <div className={styles.history}>
        <Events proposalId={proposalId} />
      </div>
    </Fold>
  );
}

function useEvents(proposalId: string) {
  return useList('proposalHistory', queryKeys.history(proposalId), { proposalId, limit: 50 });
}

function Events({ proposalId }: { proposalId: string }) {
  const text = useText();
  const { t, format } = text;
  const events = useEvents(proposalId);
  if (events.isError && !events.rows)
    return <ErrorState text={errorSentence(events.error, t)} onRetry={events.retry} />;
  if (!events.rows) return <Skeleton shape="box" />;
  const steps = events.rows.map((event) => ({
    state: 'done' as const,
    title: t(isInPart(event) ? 'proposal.event.backedInPart' : EVENT_TEXT[event.kind]),
    detail: (
      <>
        <p>
          {format.joined([
            format.dateTime(event.at),
            ...(event.actorName ? [format.isolate(event.actorName)] : []),
            ...(event.amount === null ? [] : [sumFirstLocal({ amount: event.amount, local: event.local }, format)]),
          ])}
        </p>
        <EventDetail event={event} text={text} />
      </>
    ),
  }));
  return (
    <>
      <Timeline label={t('proposal.history')} steps={steps} />
      <MoreButton list={events} />
    </>
  );
}

/** It was backed with what came together, and had asked for more (R5.5). */
const isInPart = ({ kind, before }: Event) => kind === 'backed' && before !== null;

function EventDetail({ event, text }: { event: Event; text: Text }) {
  const reason = event.reason && reasonText(event.reason, text);
  const before = event.before ? beforeText(event.before, text) : '';
  return (
    <>
      {reason && <p dir="auto">{reason}</p>}
      {event.note && <p dir="auto">{noteText(event.kind, event.note, text)}</p>}
      {before && <p dir="auto">{text.t('proposal.event.before', { values: before })}</p>}
    </>
  );
}

/** The note where money was sent is the reference of the transfer; elsewhere it is a person's own words. */
function noteText(kind: Event['kind'], note: string, { t }: Text): string {
  return kind === 'withdrawal_sent' ? t('money.withdrawals.reference', { reference: note }) : note;
}

/** The codes of a return have sentences; any other reason is a person's own words or has no meaning for a reader. */
function reasonText(reason: string, { t }: Text): string | null {
  return reason in RETURN_REASON_TEXT ? t(RETURN_REASON_TEXT[reason as keyof typeof RETURN_REASON_TEXT]) : null;
}

const FIELD_TEXT: Record<string, TextKey> = {
  title: 'proposal.title',
  description: 'proposal.description',
  amountCents: 'proposal.amount',
  monthsToRepay: 'proposal.monthsToRepay',
  neededOn: 'proposal.startDate',
  place: 'proposal.place',
  category: 'proposal.category',
  storyLanguage: 'proposal.storyLanguage',
};

/** "Amount: $300 · Months to repay: 12". Old values carry the names they are stored under; unknown ones are left out. */
function beforeText(before: Record<string, unknown>, { t, format }: Text): string {
  const facts = Object.entries(before).flatMap(([field, value]) => {
    const label = FIELD_TEXT[field];
    if (!label || (typeof value !== 'string' && typeof value !== 'number')) return [];
    if (field === 'amountCents') return [`${t(label)}: ${format.money(Number(value) / 100)}`];
    if (field === 'category') return [`${t(label)}: ${t(categoryText(value as Category))}`];
    if (field === 'storyLanguage') return [`${t(label)}: ${LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES]}`];
    if (field === 'neededOn') return [`${t(label)}: ${format.date(String(value))}`];
    return [`${t(label)}: ${format.isolate(typeof value === 'number' ? format.number(value) : value)}`];
  });
  return format.joined(facts);
}
