/** How a person may prove that it is really them, as the server names it. */
export type ProofMethod = 'passkey' | 'totp' | 'password';
export type OpenProof = { readonly methods: readonly ProofMethod[]; readonly answer: (isProven: boolean) => void };

/** Heard by the chrome: staff have to set their second factor up before anything else. */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';

let open: OpenProof | null = null;
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/**
 * Opens the one dialog for a proof, now or when the chrome has loaded it; calls that ask while it is open share its
 * answer.
 */
export function askProof(methods: unknown): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      asked = null;
      replace(null);
      resolve(isProven);
    };
    replace({ methods: Array.isArray(methods) ? (methods as ProofMethod[]) : ['password'], answer });
  });
  return asked;
}

export function openProof(): OpenProof | null {
  return open;
}

export function subscribeToProofs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: OpenProof | null): void {
  open = next;
  for (const listener of listeners) listener();
}
