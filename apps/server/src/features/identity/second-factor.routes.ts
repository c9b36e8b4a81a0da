import * as contract from '@sathi/contract/second-factor.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mount } from '../../http/mount.ts';
import { addFactor, beginFactor, newRecoveryCodes, removeFactor } from './factor-setup.service.ts';
import type { IdentityContext } from './identity-context.ts';
import type { Requester } from './code-requests.repository.ts';
import { partyOf } from './passkeys.ts';
import { countRecoveryCodes, listFactors } from './second-factors.repository.ts';
import { answerSecondFactor, askPasskey, proveByFactor } from './second-factor.service.ts';
import { openProven, type SignedInAnswer } from './sign-in.service.ts';
import { giveCode, givePassword } from './step-up.service.ts';

/** Shared with the other calls of the identity service. */
type Doors = {
  readonly recognise: (request: FastifyRequest) => Requester;
  /** The device that asks, known from now on by its cookie. */
  readonly welcome: (reply: FastifyReply) => Requester;
  /** Lets a person in on this device. */
  readonly enter: (
    signedIn: SignedInAnswer,
    reply: FastifyReply,
  ) => { accessToken: string; expiresIn: number; user: SignedInAnswer['user'] };
};

/** The second factor (R34.1) and the proof that it is really them (R34.2). Answers that carry a secret are not stored. */
export function secondFactorRoutes(
  app: FastifyInstance,
  context: IdentityContext,
  { recognise, welcome, enter }: Doors,
): void {
  const { db, config, realNow } = context;
  // A product without a configured address is tried out on one machine, under the name that the browser used.
  const party = ({ protocol, host }: FastifyRequest) => partyOf(config.publicUrl ?? `${protocol}://${host}`);

  mount(app, contract.stepUp, ({ body: { password, code, ...given }, ...call }, reply) => {
    if (password !== undefined) return givePassword(context, { ...call, requester: welcome(reply), password });
    if (code !== undefined) return giveCode(context, { ...call, requester: welcome(reply), code });
    return proveByFactor(context, { ...call, given, party: party(reply.request) });
  });

  mount(app, contract.answerSecondFactor, async ({ body: { session, ...given } }, reply) => {
    const open = { session, given, party: party(reply.request) };
    const requester = recognise(reply.request);
    const signedIn = await answerSecondFactor(context, open, (tx, subject) =>
      openProven(tx, subject, requester, realNow()),
    );
    return enter(signedIn, reply);
  });

  mount(app, contract.findSecondFactor, async ({ caller }) => {
    const factors = await listFactors(db, caller.subject);
    const isStaff = (caller.viewer?.mfiIds.length ?? 0) > 0;
    return {
      factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
        id: String(id),
        kind,
        name,
        addedAt: createdAt,
        lastUsedAt,
      })),
      recoveryCodesLeft: await countRecoveryCodes(db, caller.subject),
      isRequired: isStaff && context.requireSecondFactor,
    };
  });

  mount(app, contract.askPasskey, async ({ body, caller }, { request }) => ({
    ...(await askPasskey(context, { session: body.session, caller, party: party(request) })),
  }));

  mount(app, contract.beginFactor, ({ body, caller }, { request }) =>
    beginFactor(context, { caller, kind: body.kind, party: party(request) }),
  );

  mount(app, contract.addFactor, ({ body, caller }, { request }) =>
    addFactor(context, { caller, answered: body, party: party(request) }),
  );

  mount(app, contract.removeFactor, ({ query, caller, attempt }) =>
    removeFactor(context, { caller, id: Number(query.id), attempt }),
  );

  mount(app, contract.newRecoveryCodes, ({ caller }) => newRecoveryCodes(context, { caller }));
}
