import { randomBytes } from 'node:crypto';
import type { CallName } from '@sathi/contract/calls.ts';
import { parseIdentity } from '@sathi/domain/accounts.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Outside } from '../../outside/outside.ts';
import { countryOf, isServed } from '../../outside/sms-numbers.ts';
import { createBudgets, type Leaving } from './budgets.ts';
import { createGate } from './gate.ts';
import {
  BUDGET_OF_CALL,
  LIMITS,
  LIMITS_OF_CALL,
  type LimitName,
  limitsOf,
  type NetworkLimitName,
  type ShownLimitName,
} from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How much work was done for this request, as a factor; 0 for none. */
    work: number;
  }
  interface FastifyInstance {
    /** The server's own reads carry it in the header of {@link OWN_READ}: what it shows to all costs no visitor anything. */
    ownReadToken: string;
    /** Takes what is no call from the allowance of its network. @throws RefusalError `too_many_requests` */
    limitShown: (name: ShownLimitName, request: FastifyRequest) => Promise<void>;
  }
}

export const OWN_READ = 'own-read';

/**
 * Takes each call from its allowances before its handler runs: an upload before its body is read, so that one that comes
 * slowly or never counts too; others once they have found room (`overload.ts`), so that a change that is told to come again
 * has cost nothing.
 */
export function limitCalls(app: FastifyInstance, outside: Outside): void {
  app.decorateRequest('work', 0);
  app.decorate('ownReadToken', randomBytes(32).toString('base64url'));
  const gate = createGate(outside.db, outside);
  app.decorate('limitShown', async (name: ShownLimitName, { ip }: FastifyRequest) => {
    if (outside.config.rateLimits) await gate.passShown(name, ip);
  });
  if (!outside.config.rateLimits) return;
  const budgets = createBudgets(outside);

  const take = async (request: FastifyRequest, call: CallName): Promise<void> => {
    if (request.headers[OWN_READ] === app.ownReadToken) return;
    const { ip, caller } = request;
    request.work = await gate.challenges.proven({ call, ip }, request.headers['challenge-answer']);
    const visit = { call, ip, work: request.work };
    for (const name of limitsOf(call) ?? [caller ? 'reading' : 'visiting']) {
      if (isOfNetwork(name)) await gate.passNetwork(name, visit);
      else await gate.passDirect(name, [name === 'reading' ? '' : call, caller?.subject ?? ip]);
    }
    const purpose = BUDGET_OF_CALL[call];
    if (purpose === undefined) return;
    const factor = await budgets.factorOf({ purpose, ...wayIn(request.body, outside.config.smsCountries) });
    if (factor > 0 && request.work === 0) await gate.challenges.demand(visit, factor);
  };
  const takeWhere = async (request: FastifyRequest, isOfUploads: boolean): Promise<void> => {
    const call = request.routeOptions.config.callName as CallName | undefined;
    if (call !== undefined && isUpload(call) === isOfUploads) await take(request, call);
  };
  app.addHook('preParsing', async (request) => takeWhere(request, true));
  app.addHook('preHandler', async (request) => takeWhere(request, false));
}

/** The way by which a code that is asked for leaves (R17.7), and of a phone the country. */
function wayIn(body: unknown, smsCountries: readonly string[]): Pick<Leaving, 'channel' | 'country'> {
  const { username, medium } = (body ?? {}) as { readonly username?: unknown; readonly medium?: unknown };
  const identity = typeof username === 'string' ? parseIdentity(username) : null;
  const isBySms = identity?.kind === 'phone' && medium !== 'EMAIL' && isServed(identity.value, smsCountries);
  return isBySms ? { channel: 'sms', country: countryOf(identity.value) } : { channel: 'email', country: null };
}

function isUpload(call: CallName): boolean {
  return LIMITS_OF_CALL[call]?.includes('uploads') ?? false;
}

function isOfNetwork(name: LimitName): name is NetworkLimitName {
  return LIMITS[name].subject === 'network';
}
