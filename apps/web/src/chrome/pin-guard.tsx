import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore, useTransition } from 'react';
import { flushSync } from 'react-dom';
import { isPinSpent, pinOf, tryPin } from '../lib/pin.ts';
import { hasPin } from '../lib/session.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useStarted } from '../lib/use-started.ts';
import { TextProvider, type Texts, useText } from '../lib/text.tsx';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Focused } from '../ui/focused.tsx';
import { Form } from '../ui/form.tsx';
import { PinField } from '../ui/pin-field.tsx';
import { Stack } from '../ui/page.tsx';
import type { Question } from '../ui/question.ts';
import { onLock, readLock, unlock, watchAway } from './away.ts';
import styles from './pin-guard.module.css';
import { endSessions, forgetPerson, signOutQuestion } from './sign-out.ts';

type Guarded = { app: ReactNode; texts: Texts; client: QueryClient };

// This code loads for people with a PIN alone.
watchAway();

/** Draws the lock at once: the hidden page must be gone before it can be seen again. */
const subscribe = (listener: () => void) => onLock(() => flushSync(listener));

/**
 * The app of a person who chose a PIN, and in its place the question for it when they were away. The app is taken out of the
 * page, not covered: a lock that can be read through is none.
 */
export function PinGuard({ app, texts, client }: Guarded) {
  const isLocked = useSyncExternalStore(subscribe, readLock);
  if (!isLocked) return app;
  return (
    <TextProvider texts={texts}>
      <LockScreen client={client} />
    </TextProvider>
  );
}

function LockScreen({ client }: { client: QueryClient }) {
  const text = useText();
  const { t } = text;
  const [question, setQuestion] = useState<Question | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, begin] = useTransition();
  usePageTitle(t('common.productName'));
  useStarted();
  const leave = async () => {
    const ending = endSessions();
    await forgetPerson(client);
    await ending;
    // A full load of the start page takes the person out of the memory of this page too.
    location.replace(paths.start());
  };
  const answer = (isSure: boolean) => {
    setQuestion(null);
    if (isSure) void leave();
  };
  // The last try may have been spent where the PIN is changed.
  useEffect(() => {
    if (isPinSpent()) void leave();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the lock begins
  }, []);
  const open = () =>
    begin(async () => {
      // The session ended behind the lock and took the PIN along: nothing is left to guard, and waiting words stay.
      if (!hasPin()) return location.reload();
      if (typed === '') return setError(t('common.required'));
      const { isRight, left } = await tryPin(typed);
      if (isRight) return unlock();
      if (left === 0) return leave();
      setTyped('');
      return setError(t('pin.wrong', { left }));
    });
  return (
    <main className={styles.screen}>
      <Stack>
        <h1>{t('pin.title')}</h1>
        <p>{t('pin.lead')}</p>
        <Focused>
          <Form onSubmit={open} busy={isBusy} error={undefined}>
            <PinField
              label={t('pin.label')}
              value={typed}
              onValueChange={(value) => setTyped(pinOf(value))}
              error={error}
            />
            <Button type="submit" wide busy={isBusy}>
              {t('pin.open')}
            </Button>
          </Form>
        </Focused>
        <Button variant="plain" onClick={() => void signOutQuestion(text).then(setQuestion)}>
          {t('pin.forgotten')}
        </Button>
        {question && <ConfirmDialog question={question} onAnswer={answer} />}
      </Stack>
    </main>
  );
}
