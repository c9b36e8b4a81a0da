import { AuthLink, AuthPage } from '../../features/identity/auth-page.tsx';
import { isToOffers } from '../../features/identity/is-to-offers.ts';
import { useHandover } from '../../features/identity/handover.ts';
import { ResetForm } from '../../features/identity/reset-form.tsx';
import { useEntryRest } from '../../features/identity/entry-rest.tsx';
import { useEntry } from '../../features/identity/use-entry.ts';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { ChallengeForm } from '../../features/identity/challenge-form.tsx';

/** Sets a new password with a code, or in answer to the new-password challenge of a sign-in. */
export default function ResetPasswordPage() {
  const { t } = useText();
  const { challengeSession } = useHandover();
  return challengeSession === undefined ? (
    <ByCode />
  ) : (
    <ByChallenge session={challengeSession} title={t('identity.reset.title')} />
  );
}

function ByCode() {
  const { t } = useText();
  const mfiName = useMfiName();
  const handover = useHandover();
  const { username } = handover;
  const isClaim = isToOffers(handover);
  const identity = username?.startsWith('+') ? `\u2066${username}\u2069` : username;
  return (
    <AuthPage
      title={t(isClaim ? 'claim.choosePassword' : 'identity.reset.title')}
      lead={
        identity ? t(isClaim ? 'claim.codeSent' : 'identity.reset.lead', { identity }) : t('identity.reset.leadUnknown')
      }
      links={
        <>
          <AuthLink href={paths.forgotPassword(mfiName)} label={t('identity.reset.again')} />
          <AuthLink href={paths.login(mfiName)} label={t('identity.forgot.toLogin')} />
        </>
      }
    >
      <ResetForm />
    </AuthPage>
  );
}

function ByChallenge({ session, title }: { session: string; title: string }) {
  const { t } = useText();
  const entry = useEntry();
  const rest = useEntryRest(entry);
  if (rest !== null) return rest;
  return (
    <AuthPage title={title} lead={t('identity.reset.leadChallenge')}>
      <ChallengeForm session={session} entry={entry} />
    </AuthPage>
  );
}
