import * as contract from '@sathi/contract/payout-care.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import { resumeRefusal } from '@sathi/domain/destinations.ts';
import { endOf, hasEnded } from '@sathi/domain/staff.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, given } from '../../errors/refusal-error.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { findOffice, lockOwnOffice } from '../staff/staff.repository.ts';
import { destinationKeys } from './destinations.ts';
import { disownPayout } from './not-me.service.ts';
import { confirmResume, enterResume, showDestination } from './payout-resumes.service.ts';
import { findPersonOfResume, listResumes, listStops, lockStop, type ResumeRow } from './payout-stops.repository.ts';
import { listRequests } from './payout-requests.repository.ts';

/** Destinations are protected: their owner stops payouts, two of an office resume them, looks at numbers are told. */
export function payoutCareRoutes(app: FastifyInstance, outside: Outside): void {
  const { secret, config } = outside;
  const sealKeys = destinationKeys(secret);

  command(app, outside, contract.disownPayout, {
    run: ({ tx, now, body: { token } }) => disownPayout(tx, { secret, origin: publicOrigin(config), token, now }),
  });

  command(app, outside, contract.showPayout, {
    sealKeys,
    on: async ({ tx, viewer, asked, now }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      const names = [{ kind: given('kind', asked.kind), id: given('id', asked.id) }];
      const [request] = await listRequests(tx, { mfiId, now, names }, { limit: 1 });
      return { mfiId, request: found(request) };
    },
    // R19.9
    may: ({ viewer, request }) => (viewer.id === request.ownerId ? 'second_person_needed' : null),
    stepUp: 'staff',
    run: ({ body, ...change }) => showDestination(change, body.reason, sealKeys),
  });

  resumes(app, outside);
}

function resumes(app: FastifyInstance, outside: Outside): void {
  const { db, now, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  mount(app, contract.listStoppedPayouts, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const at = now();
    const [office, stops] = [await findOffice(db, mfiId, at), await listStops(db, mfiId, at)];
    const standing = (
      await listResumes(
        db,
        mfiId,
        stops.map(({ id }) => id),
      )
    ).filter((row) => isOpen(row, at));
    const people = stops.map(({ id, personId, name, phone, stoppedAt, resumesAt }) => {
      const entry = standing.find(({ stopId }) => stopId === id) ?? null;
      const isWaiting = resumesAt === null && viewer.id !== personId;
      const mayConfirm = isWaiting && entry !== null && resumeRefusal(viewer, personId, entry, office) === null;
      const mayEnter = isWaiting && entry === null;
      const waiting = entry && { ...entry, endsAt: endOf(entry) };
      return { personId, name, phone, stoppedAt, resumesAt, entry: waiting, mayEnter, mayConfirm };
    });
    return pageOfAll('stopped_payouts', people, query);
  });

  command(app, outside, contract.enterPayoutResume, {
    on: async ({ tx, viewer, asked, now: at }) => {
      const mfiId = mfiOfStaff(viewer, asked.mfiId);
      return { mfiId, ...(await stopOf(tx, mfiId, given('personId', asked.personId), at)) };
    },
    may: ({ viewer, stop, open }) => {
      if (viewer.id === stop.personId) return 'second_person_needed';
      return stop.resumesAt !== null || open.length > 0 ? 'wrong_status' : null;
    },
    run: async ({ body, ...change }) => ({
      id: await enterResume(change, teller, body.reason),
      state: 'entered' as const,
    }),
  });

  command(app, outside, contract.confirmPayoutResume, {
    on: async (asking) => {
      const { tx, now: at } = asking;
      const { mfiId, office } = await lockOwnOffice(asking);
      const id = given('id', asking.asked.id);
      const { stop, entries } = await stopOf(tx, mfiId, found(await findPersonOfResume(tx, mfiId, id)), at);
      const entry = found(entries.find((row) => row.id === id && (row.approvedAt !== null || isOpen(row, at))));
      return { mfiId, office, stop, entry };
    },
    may: ({ viewer, stop, entry, office }) =>
      resumeRefusal(viewer, stop.personId, entry, office) ?? (stop.resumesAt === null ? null : 'already_approved'),
    run: (change) => confirmResume(change, teller),
  });
}

/** The stop of a person of this MFI, locked, with what was entered about it here. @throws RefusalError `not_found` */
async function stopOf(tx: Tx, mfiId: MfiId, personId: UserId, now: Date) {
  const stop = found(await lockStop(tx, mfiId, personId));
  const entries = await listResumes(tx, mfiId, [stop.id]);
  return { stop, entries, open: entries.filter((row) => isOpen(row, now)) };
}

function isOpen(entry: ResumeRow, now: Date): boolean {
  return entry.approvedAt === null && !hasEnded(entry, now);
}
