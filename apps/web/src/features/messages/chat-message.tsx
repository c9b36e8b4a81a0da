import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSend } from '../../lib/use-send.ts';
import { classes } from '../../ui/classes.ts';
import { useConfirm } from '../../ui/confirm.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { piecesOf } from './message-text.ts';
import styles from './messages.module.css';
import { ReportDialog } from './report-dialog.tsx';
import type { Message } from './use-conversation.ts';

type Props = { message: Message; isOwn: boolean; onOpen?: ((proposalId: string) => void) | undefined };

/** Own ones at the inline start as 'Me', others at the inline end with their name (R15.5). */
export function ChatMessage({ message, isOwn, onOpen }: Props) {
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
      <p className={styles.text} dir="auto">
        {piecesOf(message.text, message.linksAllowed).map((piece, index) =>
          piece.href === undefined ? (
            piece.text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change
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
  const { t, format } = useText();
  const [isReporting, setReporting] = useState(false);
  const confirm = useConfirm();
  const client = useQueryClient();
  const block = useSend('blockPerson', {
    onSuccess: async () => {
      toast.success(t('messages.blocked', { name: format.isolate(name) }));
      await client.invalidateQueries({ queryKey: queryKeys.allMessages });
    },
    onError: (error) => toast.error(errorSentence(error, t)),
  });
  const ask = async () => {
    if (!(await confirm({ message: t('messages.blockQuestion', { name: format.isolate(name) }) }))) return;
    block.mutate({ body: { personId: message.userId } });
  };
  return (
    <>
      <Menu
        name={t('messages.menu', { name: format.isolate(name) })}
        button={<Icon name="more" size="small" />}
        items={[
          { label: t('messages.report'), icon: 'alert-circle', help: 'report', onSelect: () => setReporting(true) },
          {
            label: t('messages.block', { name: format.isolate(name) }),
            icon: 'ban',
            help: 'block',
            onSelect: () => void ask(),
          },
        ]}
      />
      {isReporting && <ReportDialog message={message} name={name} onClose={() => setReporting(false)} />}
    </>
  );
}
