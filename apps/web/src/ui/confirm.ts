import { createStore } from '../lib/store.ts';
import type { Question } from './question.ts';

export type OpenQuestion = { question: Question; answer: (yes: boolean) => void };

const open = createStore<OpenQuestion | null>(null);

export const openQuestion = open.get;
export const subscribeToQuestions = open.subscribe;

/** `if (await confirm({ message, yes }))`: true for yes; false for no, Escape and the close button. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return ask;
}

function ask(question: Question): Promise<boolean> {
  open.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      open.set(null);
      resolve(yes);
    };
    open.set({ question, answer });
  });
}
