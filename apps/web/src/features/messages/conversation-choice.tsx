import type { ProposalStatus } from '@sathi/domain/proposals.ts';
import { type KeyboardEvent, useRef } from 'react';
import { SHOWN_STATUSES, STATUS_LOOKS } from '../../lib/proposal-status.ts';
import { type TextKey, useText } from '../../lib/text.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { directionOfLine } from '../../ui/line-direction.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { rovingTarget } from '../../ui/roving.ts';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './messages.module.css';
import { UNREAD, type useConversations } from './use-conversation.ts';

export type Choice = { readonly proposalId: string; readonly status: ProposalStatus | undefined };

const FILTERS: readonly { status: ProposalStatus | undefined; icon: IconName; word: TextKey }[] = [
  { status: undefined, icon: 'inbox', word: 'messages.filterAll' },
  ...SHOWN_STATUSES.map((status) => ({ status, ...STATUS_LOOKS[status] })),
];

type List = ReturnType<typeof useConversations>;
type Props = {
  list: List;
  /** The chosen conversation, which the pages of the list may lack. */
  conversation: NonNullable<List['conversations']>[number] | undefined;
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

/** The conversation and its status: 'Unread Messages' first. */
export function ConversationChoice({ list, conversation, choice, onChoose }: Props) {
  const { t, format } = useText();
  const listed = list.conversations ?? [];
  const isListed = listed.some(({ proposalId }) => proposalId === choice.proposalId);
  const rows = conversation === undefined || isListed ? listed : [conversation, ...listed];
  const options = rows.map(({ proposalId, title, unreadMessagesCount }) => ({
    value: proposalId,
    label:
      unreadMessagesCount > 0
        ? t('messages.optionUnread', { title, count: unreadMessagesCount })
        : format.isolate(title),
  }));
  const chosen = options.find(({ value }) => value === choice.proposalId)?.label ?? '';
  const word = FILTERS.find(({ status }) => status === choice.status)?.word ?? 'messages.filterAll';
  return (
    <div className={styles.choice}>
      <SelectField
        label={t('messages.proposal')}
        value={choice.proposalId}
        dir={directionOfLine(chosen)}
        onValueChange={(proposalId) => onChoose({ ...choice, proposalId })}
        options={[{ value: UNREAD, label: t('messages.unread') }, ...options]}
      />
      <Filters choice={choice} onChoose={onChoose} />
      {/* The readers of a chosen conversation stand in this place. */}
      <p className={styles.filterName} aria-live="polite">
        {choice.proposalId === UNREAD &&
          list.conversations &&
          t(list.hasMore ? 'messages.shown.more' : 'messages.shown', { status: t(word), count: options.length })}
      </p>
      <MoreButton list={list} />
    </div>
  );
}

/** The filters are one stop of the Tab key; arrows move within. */
function Filters({ choice, onChoose }: Pick<Props, 'choice' | 'onChoose'>) {
  const { t } = useText();
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const target = rovingTarget(event, index, buttons.length);
    if (target === undefined) return;
    event.preventDefault();
    buttons[target]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its buttons
    <div ref={bar} className={styles.filters} role="toolbar" aria-label={t('messages.filters')} onKeyDown={move}>
      {FILTERS.map(({ status, icon, word }) => {
        const isChosen = status === choice.status;
        return (
          <button
            key={word}
            type="button"
            className={classes(styles.filter, isChosen && styles.chosen)}
            aria-pressed={isChosen}
            tabIndex={isChosen ? 0 : -1}
            // The chosen conversation may not have the new status.
            onClick={() => onChoose({ proposalId: UNREAD, status })}
          >
            <Icon name={icon} size="small" />
            {t(word)}
          </button>
        );
      })}
    </div>
  );
}
