import * as contract from '@sathi/contract/identity.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../../http/call.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside.ts';
import { found, RefusalError } from '../../refusal-error.ts';
import type { CallerReader } from './caller-reader.ts';
import { findIdentity } from './identities.repository.ts';
import { createIdentityContext } from './identity-context.ts';
import { confirmForgotPassword, forgotPassword } from './password-reset.service.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import { refreshSession, signOut } from './sessions.service.ts';
import { completeNewPassword, type SignedInAnswer, signIn } from './sign-in.service.ts';
import { confirmSignUp, resendCode, signUp } from './sign-up.service.ts';

/** Answers that carry tokens are never stored, so an `Idempotency-Key` means nothing to the calls that give them. */
export function identityRoutes(app: FastifyInstance, outside: Outside, callers: CallerReader): void {
  const context = createIdentityContext(outside, callers);
  const cookie = createRefreshCookie(outside.config);
  const answer = ({ tokens, user }: SignedInAnswer, reply: FastifyReply) => {
    cookie.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
    return { accessToken: tokens.accessToken, expiresIn: tokens.expiresIn, user };
  };

  mount(app, contract.signUp, ({ body, ...call }) =>
    signUp(context, { ...call, phone: body.username, password: body.password, attributes: body.attributes }),
  );

  mount(app, contract.confirmSignUp, ({ body, ...call }) =>
    confirmSignUp(context, { ...call, phone: body.username, code: body.code }),
  );

  mount(app, contract.resendCode, ({ body, ...call }) =>
    resendCode(context, { ...call, phone: body.username, medium: body.medium }),
  );

  mount(app, contract.signIn, async ({ body, ip, language }, reply) => {
    const result = await signIn(context, { ...body, ip, language });
    return 'challenge' in result ? result : answer(result, reply);
  });

  mount(app, contract.completeNewPassword, async ({ body }, reply) =>
    answer(await completeNewPassword(context, body), reply),
  );

  mount(app, contract.refreshSession, async (_, reply) => {
    try {
      const tokens = await refreshSession(context, cookie.read(reply.request));
      cookie.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
      return { accessToken: tokens.accessToken, expiresIn: tokens.expiresIn };
    } catch (error) {
      // After a conflict the browser may already hold the other tab's new cookie.
      if (error instanceof RefusalError && error.code === 'session_ended') cookie.clear(reply);
      throw error;
    }
  });

  mount(app, contract.forgotPassword, ({ body, ip, language, attempt }) =>
    forgotPassword(context, { username: body.username, ip, language, attempt }),
  );

  mount(app, contract.confirmForgotPassword, ({ body, ip, attempt }) =>
    confirmForgotPassword(context, { ...body, ip, attempt }),
  );

  mount(app, contract.signOut, async ({ caller }, reply) => {
    await signOut(context, (caller as Caller).subject);
    cookie.clear(reply);
    return {};
  });

  mount(app, contract.currentUser, async ({ caller }) => {
    const identity = found(await findIdentity(outside.db, (caller as Caller).subject));
    return {
      username: identity.phone,
      attributes: {
        sub: identity.subject,
        phone_number: identity.phone,
        phone_number_verified: identity.phoneVerifiedAt !== null,
        email: identity.email,
      },
    };
  });
}
