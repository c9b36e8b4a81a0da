import { createContext, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import dialogTexts from 'virtual:texts/ui/confirm-dialog.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { Question } from './question.ts';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), dialogTexts);

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** `if (await confirm({ message }))`: true for yes; false for no, Escape and the close button. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('useConfirm needs a ConfirmProvider above it');
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setOpen((previous) => {
          previous?.answer(false);
          return { question, answer: resolve };
        });
      }),
    [],
  );
  const answer = (yes: boolean) => {
    open?.answer(yes);
    setOpen(null);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {open && (
        <Suspense>
          <ConfirmDialog question={open.question} onAnswer={answer} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
