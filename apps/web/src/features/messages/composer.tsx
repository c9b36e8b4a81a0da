import { MESSAGE_LENGTH_MAX } from '@sathi/domain/messages.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { isUndecided } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useSendOrKeep, useWaiting } from '../waiting/use-waiting.ts';
import { Button } from '../../ui/button.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { directionOfWords } from '../../ui/text-direction.ts';
import { WaitingWords } from '../waiting/waiting-words.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './messages.module.css';

/** Enter sends, Shift and Enter breaks the line, as a keyboard has them. The text stays until the server has it. */
export function Composer({ proposalId }: { proposalId: string }) {
  const { t } = useText();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const waiting = useWaiting('sendMessage', proposalId);
  const { text, type, send, isSending, problem } = useMessage(proposalId);
  // The keys of a phone have no Shift and Enter: there Enter breaks the line, and the button sends.
  const [isOfFingers] = useState(() => matchMedia('(pointer: coarse)').matches);
  const submit = () => {
    box.current?.focus();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a character in scripts that are typed by sound.
    if (isOfFingers || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className={styles.composer}>
      {waiting.map((message) => (
        <WaitingWords
          key={message.id}
          waiting={message}
          onEdit={() => {
            type([message.body.text, text].filter(Boolean).join('\n'));
            box.current?.focus();
          }}
        >
          <p className={styles.text} dir="auto">
            {message.body.text}
          </p>
        </WaitingWords>
      ))}
      <label htmlFor={id}>
        <VisuallyHidden>{t('messages.yours')}</VisuallyHidden>
      </label>
      <div className={styles.composerRow}>
        <textarea
          {...help('message')}
          ref={box}
          id={id}
          className={styles.box}
          rows={2}
          dir={directionOfWords(text)}
          placeholder={t('messages.placeholder')}
          value={text}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={`${id}-note`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button {...help('message')} icon="arrow-forward" busy={isSending} onClick={submit}>
          {t('common.send')}
        </Button>
      </div>
      <FieldNote id={`${id}-note`} error={problem} hint={!isOfFingers && t('messages.writeHint')} />
    </div>
  );
}

/**
 * The message being typed, its problem, and sending it. Its key is kept with its text until it is typed on: a message that is sent, closed
 * and opened again before the answer came is sent once.
 */
function useMessage(proposalId: string) {
  const { t } = useText();
  const client = useQueryClient();
  const [{ text, key }, change] = useKeptValues(`message.${proposalId}`, { text: '', key: '' }).state;
  const type = (value: string) => change(() => ({ text: value, key: '' }));
  const sending = useSendOrKeep('sendMessage', async (answer, { body }) => {
    // Words typed on while it was being sent stay.
    change(({ text: typed }) => {
      const words = typed.trimStart();
      return { text: words.startsWith(body.text) ? words.slice(body.text.length).trimStart() : typed, key: '' };
    });
    if (answer !== null) await client.invalidateQueries({ queryKey: queryKeys.allMessages });
  });
  const excess = lengthInCodePoints(text.trim()) - MESSAGE_LENGTH_MAX;
  const send = () => {
    if (text.trim() === '' || excess > 0 || sending.isPending) return;
    const id = key === '' ? crypto.randomUUID() : key;
    change((before) => ({ ...before, key: id }));
    sending.mutate(
      { id, about: proposalId, body: { proposalId, text: text.trim() } },
      { onError: (error) => !isUndecided(error) && change((before) => ({ ...before, key: '' })) },
    );
  };
  const problem =
    excess > 0
      ? t('common.charactersOver', { count: excess })
      : sending.error
        ? errorSentence(sending.error, t)
        : undefined;
  return { text, type, send, isSending: sending.isPending, problem };
}
