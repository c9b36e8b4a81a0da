import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from './text-field.tsx';

const TYPING_MS = 350;

/** A filter that is typed: it counts when the typing rests. A new address, as after Back, replaces the typed text. */
export function TypedFilter({ value, onValueChange, ...field }: ComponentProps<typeof TextField>) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    const words = typed.trim();
    if (words === value) return undefined;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // This page stays on screen until the next one has loaded, and a search now would lead back to it.
      if (location.pathname !== pathname) return;
      setKnown(words);
      onValueChange(words);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onValueChange]);
  return <TextField {...field} inputMode="search" value={typed} onValueChange={setTyped} />;
}
