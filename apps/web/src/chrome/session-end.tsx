import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { paths, useMfiName } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useText } from '../lib/text.tsx';
import { toast } from '../ui/toast.ts';

/**
 * Says on a page that visitors see too that the session has ended, since a dialog that was open there has just gone, and leads to log
 * in and back. Pages for people signed in lead there by themselves; who signs out is on the start page by then.
 */
export function SessionEnd() {
  const { t } = useText();
  const mfiName = useMfiName();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isSignedIn = useSession().user !== null;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    const hasEnded = wasSignedIn.current && !isSignedIn;
    wasSignedIn.current = isSignedIn;
    if (!hasEnded || location.pathname !== path || /^\/app\/start/i.test(path)) return;
    const returnTo = search ? `${path}?${search}` : path;
    const run = () => navigate(paths.login(mfiName), { state: { returnTo } });
    toast.show({ text: t('common.sessionEnded'), action: { label: t('common.logIn'), run } });
  }, [isSignedIn, path, search, mfiName, navigate, t]);
  return null;
}
