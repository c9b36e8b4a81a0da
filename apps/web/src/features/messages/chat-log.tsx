import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { openReport } from '../reports/open-report.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { piecesOf } from './message-text.ts';
import styles from './messages.module.css';
import type { Message, useMessages } from './use-conversation.ts';

type Props = {
  chat: ReturnType<typeof useMessages>;
  ownId: string;
  /** Leads to the conversation of a message, in the list of unread ones, where each message shows its title. */
  onOpen?: ((proposalId: string) => void) | undefined;
};

/** Pixels from the end within which a reader counts as reading along. */
const NEAR_END_PX = 80;

export function ChatLog({ chat, ownId, onOpen }: Props) {
  const { t } = useText();
  const { messages, error } = chat;
  const log = useKeptPlace(messages?.[0]?.id, messages?.at(-1)?.id);
  if (error && !messages) return <ErrorState text={errorSentence(error, t)} onRetry={chat.retry} />;
  if (!messages) return <Skeleton shape="box" />;
  return (
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

/**
 * The end is in view at first and while one reads along; older messages come in above without moving the text being
 * read.
 */
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

type MessageProps = { message: Message; isOwn: boolean; onOpen?: ((proposalId: string) => void) | undefined };

/** A message: own ones at the inline start as 'Me', others at the inline end with their name (R15.5). */
function ChatMessage({ message, isOwn, onOpen }: MessageProps) {
  const { t, format } = useText();
  const name = `${message.user.firstName} ${message.user.lastName}`.trim();
  return (
    <article className={classes(styles.message, isOwn ? styles.own : styles.others)}>
      <header className={styles.messageHead}>
        <span className={styles.from}>
          <span className={styles.author} dir="auto">
            {isOwn ? t('messages.me') : name}
          </span>
          <time className={styles.when} dateTime={message.date}>
            {format.dateTime(message.date)}
          </time>
        </span>
        {!isOwn && <MessageMenu message={message} name={name} />}
      </header>
      {onOpen && (
        <button type="button" className={styles.about} dir="auto" onClick={() => onOpen(message.proposalId)}>
          {message.propTitle}
        </button>
      )}
      {message.isHidden && (
        <Badge tone="warm" icon="flag">
          {t('report.hiddenHere')}
        </Badge>
      )}
      <p className={styles.text} dir="auto">
        {piecesOf(message.text, message.linksAllowed).map((piece, index) =>
          piece.href === undefined ? (
            piece.text
          ) : (
            <a key={index} href={piece.href} target="_blank" rel="noopener nofollow ugc" dir="ltr">
              {piece.text}
            </a>
          ),
        )}
      </p>
    </article>
  );
}

function MessageMenu({ message, name }: { message: Message; name: string }) {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const block = useSend('blockPerson', {
    onSuccess: async () => {
      toast.success(t('messages.blocked', { name }));
      await client.invalidateQueries({ queryKey: queryKeys.allMessages });
    },
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  const report = () => {
    const { proposalId, id, userId } = message;
    openReport({ kind: 'message', proposalId, id }, { kind: 'person', proposalId, id: userId });
  };
  const ask = async () => {
    if (!(await confirm({ message: t('messages.blockQuestion', { name }), yes: t('messages.block', { name }) })))
      return;
    block.mutate({ body: { personId: message.userId } });
  };
  return (
    <>
      <Menu
        name={t('messages.menu', { name })}
        button={<Icon name="more" size="small" />}
        items={[
          { label: t('report.action'), icon: 'flag', help: 'report', onSelect: report },
          {
            label: t('messages.block', { name }),
            icon: 'ban',
            help: 'block',
            onSelect: () => void ask(),
          },
        ]}
      />
    </>
  );
}
