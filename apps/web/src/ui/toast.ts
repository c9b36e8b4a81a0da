import { createStore } from '../lib/store.ts';

export type ToastKind = 'success' | 'error' | 'info';
/** One button in the toast that acts or leads on, after which the toast goes. */
export type ToastAction = { label: string } & ({ run: () => void } | { href: string });
export type ToastOptions = { text: string; kind?: ToastKind; durationMs?: number; action?: ToastAction };
export type ShownToast = { id: number; text: string; kind: ToastKind; durationMs: number; action?: ToastAction };

const ERROR_MS = 5_000;
const GENERAL_MS = 10_000;

const shown = createStore<readonly ShownToast[]>([]);
let lastId = 0;

export const shownToasts = shown.get;
export const subscribeToToasts = shown.subscribe;

/** Short messages in the corner. Call from handlers, never while rendering. An error must also stand where it happened. */
export const toast = {
  success: (text: string) => show({ text, kind: 'success' }),
  error: (text: string) => show({ text, kind: 'error' }),
  info: (text: string) => show({ text, kind: 'info' }),
  show,
};

function show({
  text,
  kind = 'info',
  durationMs = kind === 'error' ? ERROR_MS : GENERAL_MS,
  action,
}: ToastOptions): number {
  const entry = { id: ++lastId, text, kind, durationMs, ...(action && { action }) };
  // The same sentence twice is one message, with its time renewed.
  shown.set([...shown.get().filter((other) => other.text !== text), entry]);
  return entry.id;
}

export function dismissToast(id: number): void {
  shown.set(shown.get().filter((entry) => entry.id !== id));
}
