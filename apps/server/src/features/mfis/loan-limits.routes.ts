import { randomUUID } from 'node:crypto';
import * as contract from '@sathi/contract/loan-limits.ts';
import type { UserId } from '@sathi/domain/ids.ts';
import { areLimitsInOrder, ownLimitOf } from '@sathi/domain/loan-limits.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Db } from '../../db/db.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellWithin } from '../notifications/tell.ts';
import { listLoansOf } from '../proposals/owner-loans.repository.ts';
import {
  findLoanLimits,
  findLocalBounds,
  lockLoanLimits,
  type NamedLimits,
  setLoanLimits,
} from './loan-limits.repository.ts';

/** The amounts that an institution lends: read by all who ask for a loan there, set by its managers. */
export function loanLimitRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config } = outside;
  mount(app, contract.findLoanLimits, async ({ query, viewer }) =>
    limitsAnswer(db, found(await findLoanLimits(db, query.mfiId)), viewer.id, outside.now()),
  );

  command(app, outside, contract.changeLoanLimits, {
    may: ({ viewer, asked }) => {
      const own = ownMfi(viewer, asked.mfiId);
      return own !== null && isManagerOf(viewer, own) ? null : 'not_permitted';
    },
    run: async ({ tx, viewer, caller, now, query: { mfiId }, body }) => {
      const before = found(await lockLoanLimits(tx, mfiId));
      const { minimum: minimumCents, maximum: maximumCents, firstLoan: firstLoanCents, growthPercent } = body;
      const limits = { ...before, ...definedOf({ minimumCents, maximumCents, firstLoanCents, growthPercent }) };
      if (!areLimitsInOrder(limits)) throw invalidField('maximum', 'limits_crossed');
      if (JSON.stringify(limits) !== JSON.stringify(before)) {
        await setLoanLimits(tx, mfiId, limits);
        const origin = publicOrigin(config);
        const event = {
          key: `settings:${randomUUID()}`,
          url: `${origin}/App/MFISettings/${encodeURIComponent(before.name)}`,
          actorId: viewer.id,
          mfiId,
          mfiName: before.name,
          facts: { what: 'loan_limits', actorName: caller.fullName ?? '' },
        };
        await tellWithin(tx, { secret, origin }, 'settings_changed', event, now);
      }
      return limitsAnswer(tx, limits, viewer.id, now);
    },
  });
}

async function limitsAnswer(db: Db, limits: NamedLimits, personId: UserId, now: Date) {
  const own = ownLimitOf(limits, await listLoansOf(db, personId, now));
  const currency = limits.localMoney ? limits.localCurrency : null;
  return {
    minimum: limits.minimumCents,
    maximum: limits.maximumCents,
    firstLoan: limits.firstLoanCents,
    growthPercent: limits.growthPercent,
    own: { maximum: own.maximumCents, reason: own.reason },
    local: await findLocalBounds(db, limits, { own, currency, now }),
  };
}
