import { useEffect, useSyncExternalStore } from 'react';
import { openQuestion, subscribeToQuestions } from './confirm.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Where what `useConfirm` asks appears. */
export function Questions() {
  const open = useSyncExternalStore(subscribeToQuestions, openQuestion, () => null);
  // Nobody can answer any more.
  useEffect(() => () => openQuestion()?.answer(false), []);
  return open && <ConfirmDialog question={open.question} onAnswer={open.answer} />;
}
