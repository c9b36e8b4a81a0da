import { useLayoutEffect, useRef } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChatMessage } from './chat-message.tsx';
import styles from './messages.module.css';
import type { useMessages } from './use-conversation.ts';

type Props = {
  chat: ReturnType<typeof useMessages>;
  ownId: string;
  /** In the list of everything unread: leads to the conversation, whose title each message shows. */
  onOpen?: ((proposalId: string) => void) | undefined;
};

/** So near the end counts as reading along. */
const NEAR_END_PX = 80;

export function ChatLog({ chat, ownId, onOpen }: Props) {
  const { t } = useText();
  const { messages, error } = chat;
  const log = useKeptPlace(messages?.[0]?.id, messages?.at(-1)?.id);
  if (error && !messages) return <ErrorState text={errorSentence(error, t)} onRetry={chat.retry} />;
  if (!messages) return <Skeleton shape="box" />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div ref={log} className={styles.log} role="log" aria-label={t('messages.conversation')} tabIndex={0}>
      {chat.hasOlder && (
        <Button variant="quiet" small busy={chat.isLoadingOlder} onClick={chat.loadOlder}>
          {t('messages.older')}
        </Button>
      )}
      {messages.length === 0 && (
        <p className={styles.empty}>{t(onOpen ? 'messages.nothingUnread' : 'messages.none')}</p>
      )}
      {messages.map((message) => (
        <ChatMessage key={message.id} message={message} isOwn={message.userId === ownId} onOpen={onOpen} />
      ))}
    </div>
  );
}

/** The end is in view at first and for whoever reads along; older messages come in above without moving what is read. */
function useKeptPlace(firstId: string | undefined, lastId: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<{ firstId: string | undefined; lastId: string | undefined; fromEnd: number } | null>(null);
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return undefined;
    const was = before.current;
    const isOlderAdded = was !== null && was.firstId !== firstId && was.lastId === lastId;
    if (isOlderAdded) log.scrollTop = log.scrollHeight - was.fromEnd;
    else if (was === null || was.fromEnd - log.clientHeight < NEAR_END_PX) log.scrollTop = log.scrollHeight;
    const remember = () => {
      before.current = { firstId, lastId, fromEnd: log.scrollHeight - log.scrollTop };
    };
    remember();
    log.addEventListener('scroll', remember);
    return () => log.removeEventListener('scroll', remember);
  }, [firstId, lastId]);
  return ref;
}
