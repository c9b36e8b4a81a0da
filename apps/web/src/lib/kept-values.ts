import { DAY_MS, HOUR_MS } from '@sathi/domain/durations.ts';
import { useRef, useState } from 'react';
import { useSession } from './session.ts';
import { forgetDrafts, readDraft, writeDraft } from './stored-draft.ts';

/**
 * The values of a form as they are typed, for `useForm`. Those that differ from the beginning stay in this browser
 * until `forget`, a month at most, so that closing, a reload or an ended session loses none; the others, and the fields
 * in `anew`, come fresh each time. Without a name or a person signed in the values live as long as the form.
 */
export function useKeptValues<Values extends object>(
  name: string | null,
  begun: Values,
  anew: readonly (keyof Values)[] = [],
) {
  const { user } = useSession();
  const place = `${name}.${user?.id}`;
  const isStored = name !== null && user !== null;
  const fresh = () => ({ place, values: isStored ? keptAt(place, begun) : begun });
  const [held, setHeld] = useState(fresh);
  // Another name, or another person, has other values.
  const now = held.place === place ? held : fresh();
  if (now !== held) setHeld(now);
  /** The newest values, which `change` hands on: a picture may arrive during typing. */
  const latest = useRef(now.values);
  latest.current = now.values;
  const hold = (values: Values) => {
    latest.current = values;
    setHeld({ place, values });
  };
  const change = (changed: (before: Values) => Values) => {
    hold(changed(latest.current));
    const stays = { ...latest.current, ...Object.fromEntries(anew.map((field) => [field, begun[field]])) };
    if (isStored) writeDraft(place, differing(stays, begun, readDraft(place, isKept)));
  };
  const forget = () => {
    hold(begun);
    if (isStored) writeDraft(place, null);
  };
  return { state: [now.values, change] as const, forget };
}

/**
 * The stored values by field, with the time of the last change in ms. A picture that waits for the network has another
 * place.
 */
type Kept = Readonly<Record<string, { readonly value: unknown; readonly atMs: number } | null>>;

/** Words that were left for this long, in ms, are not sent any more, and may tell about others. */
const LIFE_MS = 30 * DAY_MS;
/** The server deletes a picture that nothing uses after a day. */
const PICTURE_LIFE_MS = 20 * HOUR_MS;

/** Storage is input, which an older version may have written: other kinds of values than the form has are left out. */
function keptAt<Values extends object>(place: string, begun: Values): Values {
  const known = Object.entries(readDraft(place, isKept) ?? {}).flatMap(([field, kept]) => {
    const before = (begun as Record<string, unknown>)[field];
    const value = kept?.value;
    const isOfForm = typeof value === typeof before || (before === null && typeof value === 'string');
    return isOfForm && isYoung(kept, field === 'image' ? PICTURE_LIFE_MS : LIFE_MS) ? [[field, value]] : [];
  });
  return { ...begun, ...Object.fromEntries(known) };
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null;
}

function isYoung(kept: Kept[string] | undefined, lifeMs: number): boolean {
  return Date.now() - Number(kept?.atMs) < lifeMs;
}

/** The values that differ from what the form begins with, each since its last change; null where all are as they were. */
function differing(values: object, begun: object, before: Kept | null): Kept | null {
  const changed = Object.entries(values).filter(
    ([field, value]) =>
      value !== (begun as Record<string, unknown>)[field] && (value === null || typeof value !== 'object'),
  );
  if (changed.length === 0) return null;
  const since = (field: string, value: unknown) => {
    const kept = before?.[field];
    return kept && kept.value === value ? kept : { value, atMs: Date.now() };
  };
  return Object.fromEntries(changed.map(([field, value]) => [field, since(field, value)]));
}

/** Runs at the start of the app and forgets the values that no form will show again. */
export function forgetOldValues(): void {
  forgetDrafts((draft) => {
    // An earlier version stored a message as text, without its time.
    if (typeof draft === 'string') return true;
    const all = isKept(draft) ? Object.values(draft) : [];
    return all.length > 0 && all.every((kept) => typeof kept?.atMs === 'number' && !isYoung(kept, LIFE_MS));
  });
}
