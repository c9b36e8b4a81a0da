import type { ProofMethod } from '../../lib/proof.ts';
import { call } from '../../lib/api.ts';
import { useText } from '../../lib/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Focused } from '../../ui/focused.tsx';
import { Stack } from '../../ui/page.tsx';
import { ChoosePasswordLink } from './choose-password-link.tsx';
import { FactorForm, type FactorWay } from './factor-form.tsx';
import { PasswordProof } from './password-proof.tsx';
import { useAccount } from './use-account.ts';

type Props = { methods: readonly ProofMethod[]; onAnswer: (isProven: boolean) => void; onClose: () => void };

/** “Confirm it is you”: for any call that asks for a fresh proof (R34.2). A person without a password chooses one first. */
export function ProofDialog({ methods, onAnswer, onClose }: Props) {
  const { t } = useText();
  const { data: account } = useAccount();
  const factors = methods.filter((method): method is Exclude<ProofMethod, 'password'> => method !== 'password');
  const ways: FactorWay[] = [...factors, 'recoveryCode'];
  return (
    <Dialog title={t('proof.title')} onClose={onClose}>
      <Focused>
        <Stack>
          {factors.length > 0 ? (
            <FactorForm ways={ways} onGive={async (body) => call('stepUp', { body }).then(() => onAnswer(true))} />
          ) : account?.passwordLater ? (
            <>
              <p>{t('identity.choose.reminder')}</p>
              <ChoosePasswordLink wide onClick={onClose} />
            </>
          ) : (
            <PasswordProof onProven={() => onAnswer(true)} />
          )}
        </Stack>
      </Focused>
    </Dialog>
  );
}
