import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { paths, useMfiName } from '../lib/paths.ts';
import { openProof, SECOND_FACTOR_REQUIRED, subscribeToProofs } from '../lib/proof.ts';
import { useSession } from '../lib/session.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const ProofDialog = lazyDialog(async () => {
  const { ProofDialog: Component } = await import('../features/identity/proof-dialog.tsx');
  return { default: Component };
});

/** The place where any call that asks for a proof opens the dialog for it, and the way to the page that staff need first. */
export function Proofs() {
  const open = useSyncExternalStore(subscribeToProofs, openProof, () => null);
  const [, navigate] = useLocation();
  const mfiName = useMfiName();
  const userId = useSession().user?.id;
  // The next person on this device is not asked to prove what the one before wished.
  useEffect(() => () => openProof()?.answer(false), [userId]);
  useEffect(() => {
    const lead = () => navigate(paths.security(mfiName));
    addEventListener(SECOND_FACTOR_REQUIRED, lead);
    return () => removeEventListener(SECOND_FACTOR_REQUIRED, lead);
  }, [navigate, mfiName]);
  return open && <ProofDialog methods={open.methods} onAnswer={open.answer} onClose={() => open.answer(false)} />;
}
