import { useState } from 'react';
import type { Locale } from '../lib/locale.ts';
import { useText } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import type { Question } from './question.ts';
import { Dialog } from './dialog.tsx';
import { Stack } from './page.tsx';

type Props = { question: Question; onAnswer: (yes: boolean) => void };

export function ConfirmDialog({ question, onAnswer }: Props) {
  const { t, locale } = useText();
  const { checks = [] } = question;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isReady = checks.every((check) => ticked.includes(check));
  const tick = (check: string, isTicked: boolean) =>
    setTicked((before) => [...before.filter((other) => other !== check), ...(isTicked ? [check] : [])]);
  return (
    <Dialog
      role="alertdialog"
      title={question.title ?? t('common.confirm')}
      {...(question.about !== undefined && { about: question.about })}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button variant="quiet" data-safe="" onClick={() => onAnswer(false)}>
            {t('common.no')}
          </Button>
          <Button variant={question.danger ? 'danger' : 'primary'} disabled={!isReady} onClick={() => onAnswer(true)}>
            {t('common.yesTo', { verb: withinSentence(question.yes, locale) })}
          </Button>
        </>
      }
    >
      <Stack>
        {question.facts}
        <p>{question.message}</p>
        {checks.map((check) => (
          <CheckboxField
            key={check}
            label={check}
            checked={ticked.includes(check)}
            onCheckedChange={(isTicked) => tick(check, isTicked)}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

/** "Delete" as "delete", while "I have it" stays. Bengali and Arabic know no capitals. */
function withinSentence(words: string, locale: Locale): string {
  return words.replace(/^.(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase(locale));
}
