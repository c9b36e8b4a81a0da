import { Secret, TOTP } from 'otpauth';
import { bearer, codeFor, PASSWORD, signIn } from './accounts.ts';
import { createAuthenticator } from './authenticator.ts';
import type { Answer, World } from './world.ts';

/** The code that an app shows at the time of the world. */
export function appCode(world: World, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now.getTime() });
}

export function useSecondFactor(world: World) {
  const post = (path: string, token: string | null, body: unknown): Promise<Answer> =>
    world.call('POST', `/api/identity/${path}`, { ...(token !== null && bearer(token)), body });
  const done = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const prove = async (token: string, phone: string): Promise<void> => {
    done(await post('step-up', token, { password: PASSWORD }));
    done(await post('step-up', token, { code: await codeFor(world, phone) }));
  };
  /** Signed in and proven, with the passkey that was added. */
  const withPasskey = async (phone: string) => {
    const { token } = await signIn(world, phone);
    await prove(token, phone);
    const device = createAuthenticator();
    const { passkey } = done(await post('second-factor/begin', token, { kind: 'passkey' }));
    const added = done(await post('second-factor/factor', token, { name: 'Phone', passkey: device.create(passkey) }));
    return { token, device, ...(added as { id: string; recoveryCodes: string[] }) };
  };
  const withApp = async (phone: string) => {
    const { token } = await signIn(world, phone);
    await prove(token, phone);
    const { totp } = done(await post('second-factor/begin', token, { kind: 'totp' }));
    const { secret } = totp as { secret: string; url: string };
    const answer = await post('second-factor/factor', token, { name: 'App', totp: appCode(world, secret) });
    return { token, secret, ...(done(answer) as { id: string; recoveryCodes: string[] }) };
  };
  return { post, done, prove, withPasskey, withApp };
}
