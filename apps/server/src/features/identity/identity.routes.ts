import * as contract from '@sathi/contract/identity.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { addressChangeRoutes } from './address-changes.routes.ts';
import type { CallerReader } from './caller-reader.ts';
import { findIdentity, isPhoneProven } from './identities.repository.ts';
import { createDeviceCookie } from './device-cookie.ts';
import { createIdentityContext, type IdentityContext } from './identity-context.ts';
import { confirmForgotPassword, forgotPassword } from './password-reset.service.ts';
import { createRefreshCookie } from './refresh-cookie.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { awaitsPassword } from './sessions.repository.ts';
import { refreshSession, signOut, signOutByCookie } from './sessions.service.ts';
import { completeNewPassword, type SignedInAnswer, signIn } from './sign-in.service.ts';
import { confirmSignUp, resendCode, signUp } from './sign-up.service.ts';
import { shownUser } from '../users/users.repository.ts';

/** Answers that carry tokens are never stored, so an `Idempotency-Key` means nothing to the calls that give them. */
export function identityRoutes(app: FastifyInstance, outside: Outside, callers: CallerReader): void {
  const context = createIdentityContext(outside, callers);
  const doors = createDoors(outside.config);
  secondFactorRoutes(app, context, doors);
  sessionRoutes(app, outside, { context, welcome: doors.welcome });
  addressChangeRoutes(app, outside, context);
  signUpRoutes(app, context, doors);
  signInRoutes(app, context, doors);
  passwordResetRoutes(app, context, doors);

  mount(app, contract.currentUser, async ({ caller }) => {
    const { subject, sessionId } = caller;
    const identity = found(await findIdentity(outside.db, subject));
    return {
      username: identity.phone,
      passwordLater: await awaitsPassword(outside.db, { subject, id: sessionId }),
      attributes: {
        sub: identity.subject,
        phone_number: identity.phone,
        phone_number_verified: isPhoneProven(identity),
        email: identity.email,
      },
    };
  });
}

/** The cookies of the session and of the device, and the answer that lets somebody in. */
function createDoors(config: Outside['config']) {
  const session = createRefreshCookie(config);
  const { recognise, give, welcome } = createDeviceCookie(config);
  const answer = ({ tokens, user }: SignedInAnswer, reply: FastifyReply) => {
    session.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
    return { accessToken: tokens.accessToken, expiresIn: tokens.expiresIn, user: user && shownUser(user) };
  };
  const enter = (signedIn: SignedInAnswer, reply: FastifyReply) => {
    const entered = answer(signedIn, reply);
    give(reply, recognise(reply.request));
    return entered;
  };
  return { session, recognise, give, welcome, answer, enter };
}

type Doors = ReturnType<typeof createDoors>;

function signUpRoutes(app: FastifyInstance, context: IdentityContext, { welcome }: Doors): void {
  mount(app, contract.signUp, ({ body, ...call }, reply) =>
    signUp(context, {
      ...call,
      requester: welcome(reply),
      phone: body.username,
      password: body.password,
      attributes: body.attributes,
      passwordLater: body.passwordLater ?? false,
    }),
  );

  mount(app, contract.confirmSignUp, ({ body, ...call }, reply) =>
    confirmSignUp(context, { ...call, requester: welcome(reply), phone: body.username, code: body.code }),
  );

  mount(app, contract.resendCode, ({ body, ...call }, reply) =>
    resendCode(context, { ...call, requester: welcome(reply), phone: body.username, medium: body.medium }),
  );
}

function signInRoutes(
  app: FastifyInstance,
  context: IdentityContext,
  { session, recognise, give, answer }: Doors,
): void {
  mount(app, contract.signIn, async ({ body, language }, reply) => {
    const requester = recognise(reply.request);
    const result = await signIn(context, { ...body, requester, language });
    if ('challenge' in result) return result;
    const entered = answer(result, reply);
    give(reply, requester);
    return entered;
  });

  mount(app, contract.completeNewPassword, async ({ body }, reply) => {
    const result = await completeNewPassword(context, { ...body, requester: recognise(reply.request) });
    return 'challenge' in result ? result : answer(result, reply);
  });

  mount(app, contract.refreshSession, async (_, reply) => {
    try {
      const tokens = await refreshSession(context, session.read(reply.request));
      session.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
      return { accessToken: tokens.accessToken, expiresIn: tokens.expiresIn };
    } catch (error) {
      // Only `session_ended` clears the cookie: after a conflict the browser may already hold the new cookie of the
      // other tab.
      if (error instanceof RefusalError && error.code === 'session_ended') session.clear(reply);
      throw error;
    }
  });

  mount(app, contract.signOut, async ({ caller }, reply) => {
    await signOut(context, caller.subject);
    session.clear(reply);
    return {};
  });

  mount(app, contract.signOutByCookie, async (_, reply) => {
    // The cookie stays: the answer may be late, and the browser hold that of the next person by then.
    await signOutByCookie(context, session.read(reply.request));
    return {};
  });
}

function passwordResetRoutes(app: FastifyInstance, context: IdentityContext, { welcome }: Doors): void {
  mount(app, contract.forgotPassword, ({ body, language, attempt }, reply) =>
    forgotPassword(context, { username: body.username, requester: welcome(reply), language, attempt }),
  );

  mount(app, contract.confirmForgotPassword, ({ body, attempt }, reply) =>
    confirmForgotPassword(context, { ...body, requester: welcome(reply), attempt }),
  );
}
