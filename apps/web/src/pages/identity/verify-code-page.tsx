import { normalizePhone } from '@sathi/domain/accounts.ts';
import { useLayoutEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { AuthLink, AuthPage } from '../../features/identity/auth-page.tsx';
import { useEntryRest } from '../../features/identity/entry-rest.tsx';
import { useHandover } from '../../features/identity/handover.ts';
import { useEntry } from '../../features/identity/use-entry.ts';
import { VerifyForm } from '../../features/identity/verify-form.tsx';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { Ahead } from './ahead.tsx';

export default function VerifyCodePage() {
  const { t } = useText();
  const mfiName = useMfiName();
  const { username, byEmail = false } = useHandover();
  const entry = useEntry();
  const rest = useEntryRest(entry);
  const isInAddress = usePhoneOutOfAddress();
  if (isInAddress) return null;
  if (rest !== null) return rest;
  const lead = username
    ? t('identity.verify.lead', { phone: `\u2066${username}\u2069` })
    : t('identity.verify.leadUnknown');
  return (
    <AuthPage
      title={t(byEmail ? 'identity.verify.titleEmail' : 'identity.verify.title')}
      beside={<Ahead />}
      lead={byEmail ? t('identity.verify.leadEmail') : lead}
      links={<AuthLink href={paths.login(mfiName)} label={t('identity.forgot.toLogin')} />}
    >
      <VerifyForm entry={entry} />
    </AuthPage>
  );
}

/** A link may carry the phone in its path. It moves into the history entry before other code can read the address. */
function usePhoneOutOfAddress(): boolean {
  const { phoneNumber } = useParams<{ phoneNumber?: string }>();
  const mfiName = useMfiName();
  const [, navigate] = useLocation();
  useLayoutEffect(() => {
    if (!phoneNumber) return;
    navigate(paths.verifyCode(mfiName), { replace: true, state: { username: phoneOf(phoneNumber) } });
  }, [mfiName, navigate, phoneNumber]);
  return Boolean(phoneNumber);
}

/** The router leaves an escaped plus as it is, and a badly escaped address is shown as it came. */
function phoneOf(written: string): string {
  try {
    return normalizePhone(decodeURIComponent(written));
  } catch {
    return normalizePhone(written);
  }
}
