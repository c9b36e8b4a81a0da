import { useEffect, useSyncExternalStore } from 'react';
import { openQuestion, subscribeToQuestions } from './confirm.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The place where the questions of `useConfirm` appear. */
export function Questions() {
  const open = useSyncExternalStore(subscribeToQuestions, openQuestion, () => null);
  // The question can no longer be answered.
  useEffect(() => () => openQuestion()?.answer(false), []);
  return open && <ConfirmDialog question={open.question} onAnswer={open.answer} />;
}
