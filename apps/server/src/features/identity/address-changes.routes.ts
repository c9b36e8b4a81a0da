import * as contract from '@sathi/contract/address-changes.ts';
import type { FastifyInstance } from 'fastify';
import { found } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { deletePendingChange, findPendingChange } from './address-changes.repository.ts';
import { confirmChange, resendChangeCode } from './address-changes.service.ts';
import type { IdentityContext } from './identity-context.ts';

/** A new e-mail address or phone: its code, another one, or keeping the old (R17.8). It is asked for in the profile. */
export function addressChangeRoutes(app: FastifyInstance, outside: Outside, context: IdentityContext): void {
  mount(app, contract.confirmChange, ({ body, ...call }) => confirmChange(context, { ...call, ...body }));

  mount(app, contract.resendChangeCode, ({ body, ...call }) => resendChangeCode(context, { ...call, ...body }));

  command(app, outside, contract.dropChange, {
    run: async ({ tx, caller: { subject }, query, now: at }) => {
      const address = found(await findPendingChange(tx, subject, query.what, at));
      await deletePendingChange(tx, subject, address);
      return {};
    },
  });
}
