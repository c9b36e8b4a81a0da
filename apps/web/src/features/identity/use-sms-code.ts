import { useEffect, useEffectEvent } from 'react';

type SmsRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } };

/** Takes the code from the SMS where the browser can read it (WebOTP) and its reader agrees; elsewhere it is typed. */
export function useSmsCode(take: (code: string) => void): void {
  const onCode = useEffectEvent(take);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request: SmsRequest = { otp: { transport: ['sms'] }, signal: waiting.signal };
    void navigator.credentials
      .get(request)
      .then((credential) => onCode((credential as (Credential & { code?: string }) | null)?.code ?? ''))
      .catch(() => undefined);
    return () => waiting.abort();
  }, []);
}
