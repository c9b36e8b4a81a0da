import { type RefObject, useEffect, useRef, useState } from 'react';

export type EditMode = {
  isEditing: boolean;
  /** True in view mode once an edit has ended, however it ended. */
  wasEdited: boolean;
  start: () => void;
  end: () => void;
};

export function useEditMode(): EditMode {
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  return {
    isEditing: mode === 'edit',
    wasEdited: mode === 'edited',
    start: () => setMode('edit'),
    end: () => setMode('edited'),
  };
}

/** The button that had the focus went with the edit form; the view in its place takes the focus. */
export function useFocus<Target extends HTMLElement>(takesFocus: boolean): RefObject<Target | null> {
  const ref = useRef<Target>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return ref;
}
