import { useRef, useState } from 'react';

/** Entries under this prefix go when their writer signs out. */
const PREFIX = 'sathi.draft.';

/**
 * A draft, kept in this browser until it is sent: closing, a reload or an ended session loses nothing. The name holds
 * the writer's id, so that no other person on this device is shown it.
 */
export function useStoredDraft<Draft>(name: string, empty: Draft, isDraft: (value: unknown) => value is Draft) {
  const [stored] = useState(() => readDraft(name, isDraft));
  const [draft, setDraft] = useState(stored ?? empty);
  /** Takes a function, because a picture may arrive during typing. */
  const latest = useRef(draft);
  const change = (changed: (before: Draft) => Draft) => {
    latest.current = changed(latest.current);
    setDraft(latest.current);
    writeDraft(name, latest.current);
  };
  const clear = () => {
    latest.current = empty;
    setDraft(empty);
    writeDraft(name, null);
  };
  return { draft, change, clear, wasRestored: stored !== null };
}

/** All of them for signing out: a borrowed phone must not tell the person's drafts. */
export function forgetDrafts(isWanted: (draft: unknown) => boolean = () => true): void {
  const names = Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  for (const name of names) if (isWanted(readDraft(name, (draft) => draft !== null))) writeDraft(name, null);
}

/** The draft stored under a name, or null. Storage is input: an older version of this code may have written it. */
export function readDraft<Draft>(name: string, isDraft: (value: unknown) => value is Draft): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Stores a draft for the form that reads it under this name; null forgets it. */
export function writeDraft(name: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // No room, or not allowed: then it lives as long as the page.
  }
}
