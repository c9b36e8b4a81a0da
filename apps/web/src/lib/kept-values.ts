import { useRef, useState } from 'react';
import { useSession } from './session.ts';
import { readDraft, writeDraft } from './stored-draft.ts';

/**
 * The values of a form as they are typed, for `useForm`. Those that differ from what it begins with stay in this browser
 * until `forget`, so that closing, a reload or an ended session loses none; the others come fresh each time. Without a
 * name or a person signed in they live as long as the form.
 */
export function useKeptValues<Values extends object>(name: string | null, begun: Values) {
  const { user } = useSession();
  const place = `${name}.${user?.id}`;
  const isKept = name !== null && user !== null;
  const fresh = () => ({ place, values: isKept ? keptAt(place, begun) : begun });
  const [held, setHeld] = useState(fresh);
  // Under another name stand other values.
  const now = held.place === place ? held : fresh();
  if (now !== held) setHeld(now);
  /** Takes functions, because a picture may arrive during typing. */
  const latest = useRef(now.values);
  latest.current = now.values;
  const hold = (values: Values) => {
    latest.current = values;
    setHeld({ place, values });
  };
  const change = (changed: (before: Values) => Values) => {
    hold(changed(latest.current));
    if (isKept) writeDraft(place, differing(latest.current, begun));
  };
  const forget = () => {
    hold(begun);
    if (isKept) writeDraft(place, null);
  };
  return { state: [now.values, change] as const, forget };
}

type Plain = Record<string, unknown>;

/** Storage is input, which an older version may have written: other kinds of values than the form has are left out. */
function keptAt<Values extends object>(place: string, begun: Values): Values {
  const known = Object.entries(readDraft(place, isPlain) ?? {}).filter(([field, value]) => {
    const before = (begun as Plain)[field];
    return typeof value === typeof before || (before === null && typeof value === 'string');
  });
  return { ...begun, ...Object.fromEntries(known) };
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null;
}

/** Null where all are as they were; a picture that waits for the network has another place. */
function differing(values: object, begun: object): Plain | null {
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== (begun as Plain)[field] && (value === null || typeof value !== 'object'),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
