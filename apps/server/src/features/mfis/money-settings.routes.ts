import { randomUUID } from 'node:crypto';
import * as contract from '@sathi/contract/money-settings.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { ownMfi } from '@sathi/domain/permissions.ts';
import { provesPayouts } from '@sathi/domain/destinations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { isManagerOf } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import type { Db } from '../../db/db.ts';
import { command } from '../../http/command.ts';
import { definedOf } from '../../http/defined-of.ts';
import { mount } from '../../http/mount.ts';
import { found, given, invalidField, RefusalError } from '../../errors/refusal-error.ts';
import { turnToExpected } from '../../ledger/turn-to-expected.ts';
import type { Outside } from '../../outside/outside.ts';
import { tellWithin } from '../notifications/tell.ts';
import {
  findMoneySettings,
  hasPayInAccount,
  keepTerms,
  lockMoneySettings,
  type MoneySettings,
  setMoneySettings,
} from './money-settings.repository.ts';

/** How an institution handles money and loans, for its managers; all its staff hear of a change. */
export function moneySettingsRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config } = outside;
  const settingsOf = async (from: Db, mfiId: MfiId) => {
    const settings = found(await findMoneySettings(from, mfiId));
    return {
      ...settings,
      payoutStepUp: provesPayouts({ isProduction: config.isProduction, isChosen: settings.payoutStepUp }),
      isPayoutStepUpFixed: config.isProduction || settings.collection === 'expected',
      fourEyesFrom: settings.fourEyesFromCents,
      unpaidLimit: settings.unpaidLimitCents,
      localUnit: settings.localUnitMinor,
    };
  };

  mount(app, contract.findMoneySettings, async ({ query, viewer }) => {
    if (!isManager(viewer, query.mfiId)) throw new RefusalError('not_permitted');
    return settingsOf(db, query.mfiId);
  });

  command(app, outside, contract.changeMoneySettings, {
    stepUp: 'staff',
    on: async ({ tx, viewer, asked: { mfiId } }) => {
      if (!isManager(viewer, mfiId)) throw new RefusalError('not_permitted');
      const own = given('mfiId', mfiId);
      return { own, before: await lockMoneySettings(tx, own) };
    },
    may: async ({ tx, own, before, asked }) => {
      const awaits = asked.collection === 'expected';
      const turns = awaits && before.collection === 'trust';
      if (asked.collection === 'trust' && before.collection === 'expected') return 'one_way';
      if (turns && !(await hasPayInAccount(tx, own))) return 'no_pay_in_account';
      const needsProof = config.isProduction || awaits || before.collection === 'expected';
      return needsProof && asked.payoutStepUp === false ? 'step_up_needed_here' : null;
    },
    run: async ({ tx, now, viewer, caller, attempt, before, query: { mfiId }, body }) => {
      const { userId: _, fourEyesFrom, unpaidLimit, localUnit, collection, ...same } = body;
      const bounds = { fourEyesFromCents: fourEyesFrom, unpaidLimitCents: unpaidLimit, localUnitMinor: localUnit };
      const turns = collection === 'expected' && before.collection === 'trust';
      // The money it holds from now on leaves with a proof alone (R25.1).
      const values = definedOf({ ...same, ...bounds, ...(turns && { payoutStepUp: true }) });
      if (turns) {
        const idempotencyKey = attempt.key ?? randomUUID();
        const cause = { actorId: viewer.id, idempotencyKey, requestHash: attempt.requestHash, at: now };
        await turnToExpected(tx, { ...cause, mfiId });
      }
      const after = { ...before, ...values, ...(turns && { collection }) };
      if (after.localMoney && after.localCurrency === null) throw invalidField('localCurrency', 'required');
      if (differs(before, after, 'firstDueAfterMonths', 'fundingDays')) await keepTerms(tx, mfiId, before);
      await setMoneySettings(tx, mfiId, values);
      for (const what of changesOf(before, after)) {
        const origin = publicOrigin(config);
        const event = {
          key: `settings:${randomUUID()}`,
          url: `${origin}/App/MFISettings/${encodeURIComponent(before.name)}`,
          actorId: viewer.id,
          mfiId,
          mfiName: before.name,
          facts: { what, actorName: caller.fullName ?? '' },
        };
        await tellWithin(tx, { secret, origin }, 'settings_changed', event, now);
      }
      return settingsOf(tx, mfiId);
    },
  });
}

const LOAN_TERMS = [
  'fundingDays',
  'firstDueAfterMonths',
  'lateGraceDays',
  'approveBeforeBacking',
  'releaseOnApproval',
] as const;

/** Each change, as `mails.event.settings_changed` names it. */
function changesOf(before: MoneySettings, after: MoneySettings): string[] {
  const change = (...parts: (keyof MoneySettings)[]) => differs(before, after, ...parts);
  const changes = [
    change('collection') && 'expected',
    change('payoutStepUp') && (after.payoutStepUp ? 'payout_proof_on' : 'payout_proof_off'),
    change('fourEyesFromCents') && (after.fourEyesFromCents === null ? 'four_eyes_off' : 'four_eyes_on'),
    change('payDays', 'lapseGraceDays', 'unpaidLimitCents') && 'pay_in',
    change('autoBook') && (after.autoBook ? 'auto_book_on' : 'auto_book_off'),
    change('localMoney', 'localCurrency', 'localUnitMinor') && 'local_money',
    change(...LOAN_TERMS) && 'loan_terms',
  ];
  return changes.filter((change) => change !== false);
}

function differs(before: MoneySettings, after: MoneySettings, ...parts: (keyof MoneySettings)[]): boolean {
  return parts.some((part) => before[part] !== after[part]);
}

function isManager(viewer: SignedIn, named: MfiId | undefined): boolean {
  const own = ownMfi(viewer, named);
  return own !== null && isManagerOf(viewer, own);
}
