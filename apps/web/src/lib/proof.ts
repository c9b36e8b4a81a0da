import { createStore } from './store.ts';

/** How a person may prove that it is really them, as the server names it. */
export type ProofMethod = 'passkey' | 'totp' | 'password';
export type OpenProof = { readonly methods: readonly ProofMethod[]; readonly answer: (isProven: boolean) => void };

/** Heard by the chrome: staff have to set their second factor up before anything else. */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';

const open = createStore<OpenProof | null>(null);
let asked: Promise<boolean> | null = null;

/**
 * Opens the one dialog for a proof, now or when the chrome has loaded it; calls that ask while it is open share its
 * answer.
 */
export function askProof(methods: unknown): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      asked = null;
      open.set(null);
      resolve(isProven);
    };
    open.set({ methods: Array.isArray(methods) ? (methods as ProofMethod[]) : ['password'], answer });
  });
  return asked;
}

export const openProof = open.get;
export const subscribeToProofs = open.subscribe;
