import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChatLog } from './chat-log.tsx';
import { Composer } from './composer.tsx';
import { type Choice, ConversationChoice } from './conversation-choice.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import styles from './messages.module.css';
import { UNREAD, useConversations, useLiveMessages, useMarkAsRead, useMessages } from './use-conversation.ts';

type Props = {
  /** Null for all unread messages, with a choice of the person's conversations. */
  proposalId: string | null;
  onClose: () => void;
};

/** The conversation of one proposal, or all of them to choose from (R15.1, specification: Messages). */
export default function MessagesDialog({ proposalId, onClose }: Props) {
  const { t } = useText();
  const { user } = useSession();
  const [choice, setChoice] = useState<Choice>({ proposalId: proposalId ?? UNREAD, status: undefined });
  const isUnread = choice.proposalId === UNREAD;
  const list = useConversations(proposalId, choice.status);
  // The chosen conversation is asked for by itself: reading it moves it behind the unread ones, off the pages of the
  // list.
  const chosen = useConversations(isUnread ? proposalId : choice.proposalId, isUnread ? choice.status : undefined);
  const conversation = (chosen.conversations ?? list.conversations)?.find(
    (row) => row.proposalId === choice.proposalId,
  );
  const chat = useMessages(
    choice.proposalId,
    isUnread ? choice.status : undefined,
    isUnread || Boolean(conversation?.mayRead),
  );
  useLiveMessages();
  useMarkAsRead(choice.proposalId, chat.messages, user?.id ?? '');

  const title = proposalId !== null && conversation ? conversation.title : null;
  const isMissing = !isUnread && chosen.conversations !== undefined && conversation === undefined;
  return (
    <Dialog title={t('messages.title')} {...(title !== null && { about: title })} onClose={onClose} wide>
      <div className={styles.dialog}>
        {proposalId === null && (
          <ConversationChoice list={list} conversation={conversation} choice={choice} onChoose={setChoice} />
        )}
        {conversation && (
          <p className={styles.readers}>
            {t('messages.readBy', {
              owner: conversation.ownerName,
              count: conversation.backersCount,
              mfi: conversation.mfiName,
            })}
          </p>
        )}
        {chosen.error && !chosen.conversations && !conversation ? (
          <ErrorState text={errorSentence(chosen.error, t)} onRetry={chosen.retry} />
        ) : isMissing ? (
          <p className={styles.empty}>{t('messages.notYours')}</p>
        ) : isUnread || conversation?.mayRead ? (
          <ChatLog
            key={choice.proposalId}
            chat={chat}
            ownId={user?.id ?? ''}
            onOpen={isUnread ? (id) => setChoice({ proposalId: id, status: undefined }) : undefined}
          />
        ) : conversation ? (
          <p className={styles.empty}>{t('messages.firstOfYours')}</p>
        ) : (
          <Skeleton shape="box" />
        )}
        {conversation && conversation.blockedPeople.length > 0 && <BlockedPeople people={conversation.blockedPeople} />}
        {isUnread && <p className={styles.hint}>{t('messages.chooseToWrite')}</p>}
        {conversation?.mayWrite && <Composer key={`write ${choice.proposalId}`} proposalId={choice.proposalId} />}
        {conversation && !conversation.mayWrite && <p className={styles.hint}>{t('messages.closed')}</p>}
      </div>
    </Dialog>
  );
}
