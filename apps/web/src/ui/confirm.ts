import type { Question } from './question.ts';

export type OpenQuestion = { question: Question; answer: (yes: boolean) => void };

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

/** `if (await confirm({ message, yes }))`: true for yes; false for no, Escape and the close button. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return ask;
}

function ask(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      replace(null);
      resolve(yes);
    };
    replace({ question, answer });
  });
}

export function openQuestion(): OpenQuestion | null {
  return open;
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: OpenQuestion | null): void {
  open = next;
  for (const listener of listeners) listener();
}
