import * as contract from '@sathi/contract/rates.ts';
import { calendarDateIn } from '@sathi/domain/calendar-date.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { isRateTooOld } from '@sathi/domain/rates.ts';
import { confirmRefusal, endOf, hasEnded } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { findMfiById } from '../mfis/mfis.repository.ts';
import { findOffice, lockOwnOffice, type OfficeRows } from '../staff/staff.repository.ts';
import { findLastRate, listRates, lockRate, type RateRow, setRateDecided } from './rates.repository.ts';
import { enterRate } from './rates.service.ts';

/** The price of a dollar in the currency of an institution: entered by one, approved by another (R23.2). */
export function rateRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, now } = outside;
  const teller = { secret: outside.secret, origin: publicOrigin(outside.config) };

  mount(app, contract.findRate, async ({ query: { mfiId, on } }) => {
    const { timeZone, localCurrency: currency } = found(await findMfiById(db, mfiId));
    const day = on ?? calendarDateIn(timeZone, now());
    const rate = currency === null ? undefined : await findLastRate(db, mfiId, currency, day);
    if (currency === null || rate === undefined || isRateTooOld(rate, day)) throw new RefusalError('rate_too_old');
    return { currency, perUsd: rate.rateMillionths, validFrom: rate.validFrom };
  });

  mount(app, contract.listRates, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const reading = { viewer, now: now(), office: await findOffice(db, mfiId, now()) };
    const shown = (await listRates(db, mfiId)).filter((row) => !isOver(row, reading.now));
    return pageOfAll(
      'rates',
      shown.map((row) => rateAnswer(row, reading)),
      query,
    );
  });

  command(app, outside, contract.enterRate, {
    stepUp: 'staff',
    on: lockOwnOffice,
    run: async ({ body: { userId: _, ...rate }, ...change }) => ({
      id: await enterRate({ ...change, teller }, rate),
      state: 'entered' as const,
    }),
  });

  command(app, outside, contract.decideRate, {
    stepUp: 'staff',
    on: async (asking) => {
      const own = await lockOwnOffice(asking);
      const row = found(await lockRate(asking.tx, own.mfiId, given('id', asking.asked.id)));
      if (isOver(row, asking.now)) throw new RefusalError('not_found');
      return { ...own, row, pair: row };
    },
    may: ({ viewer, row, office }) => {
      const refusal = confirmRefusal(viewer, row, office);
      if (refusal !== null || row.state === 'entered') return refusal;
      return row.state === 'approved' ? 'rate_in_force' : 'already_decided';
    },
    run: async ({ tx, viewer, row, now: at, body: { state } }) => {
      await setRateDecided(tx, row.id, { state, decidedBy: viewer.id, decidedAt: at });
      return { id: row.id, state };
    },
  });
}

/** It ended without a decision. */
function isOver({ state, enteredAt }: RateRow, now: Date): boolean {
  return state === 'entered' && hasEnded({ enteredAt, approvedAt: null }, now);
}

type Reading = { readonly viewer: SignedIn; readonly office: OfficeRows };

function rateAnswer(row: RateRow, { viewer, office }: Reading) {
  const waits = row.state === 'entered';
  return {
    ...row,
    perUsd: row.rateMillionths,
    endsAt: waits ? endOf({ enteredAt: row.enteredAt, approvedAt: null }) : null,
    mayConfirm: waits && confirmRefusal(viewer, row, office) === null,
  };
}
