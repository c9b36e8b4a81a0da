import { useEffect } from 'react';
import { useText } from '../../lib/text.tsx';
import { toast } from '../../ui/toast.ts';

/** The state of a history entry outlives loading its page anew. */
const SAVED = { profileSaved: true };

export function announceAfterReload(): void {
  history.replaceState(SAVED, '');
}

/** Says once, in the language just chosen, that the profile is saved. */
export function useSavedToast(): void {
  const { t } = useText();
  useEffect(() => {
    const { profileSaved } = (history.state ?? {}) as Partial<typeof SAVED>;
    if (!profileSaved) return;
    history.replaceState(null, '');
    toast.success(t('profile.saved'));
  }, [t]);
}
