import { enterTillEntries } from '@sathi/contract/tills.ts';
import type { FastifyInstance } from 'fastify';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { type Asking, wellFormed } from '../../http/call.ts';
import { runOnce } from '../../http/idempotency.ts';
import { createPartsRunner, loggedParts } from '../../http/in-parts.ts';
import { bind } from '../../http/mount.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import type { Outside } from '../../outside/outside.ts';
import { type EntryAnswer, entryAnswer } from './till-answers.ts';
import { type Entering, type Entry, keepRefused, takeEntry } from './till-entries.service.ts';
import { findTillOfficer } from './tills.repository.ts';

/** Entries of a device, each in a transaction of its own, so that one that is refused harms no other (R22.5). */
export function tillEntriesRoute(app: FastifyInstance, { db, now }: Outside): void {
  const runInParts = createPartsRunner(db);

  bind(app, enterTillEntries, (asking) => runInParts(asking.attempt, () => enterAll(asking)));

  async function enterAll(asking: Asking<typeof enterTillEntries>) {
    const mfiId = mfiOfStaff(asking.viewer, asking.asked.mfiId);
    const officerId = found(await findTillOfficer(db, mfiId, given('id', asking.asked.id)));
    if (officerId !== asking.viewer.id) throw new RefusalError('not_permitted');
    const { body, viewer, attempt, query } = wellFormed(asking);
    const by = { mfiId, id: query.id, viewer, requestHash: attempt.requestHash };
    const inPart = loggedParts(db, enterTillEntries, { ...asking, now: now(), mfiId, asked: { id: query.id } });
    const inOne: InOne = (work) => inPart((tx) => work({ ...by, tx, now: now() }));
    const results: EntryAnswer[] = [];
    for (const entry of body.entries) {
      results.push(await resultOf(inOne, entry));
    }
    return runOnce(db, attempt, now(), async () => ({ results }));
  }
}

type InOne = <Result>(work: (entering: Entering) => Promise<Result>) => Promise<Result>;

async function resultOf(inOne: InOne, entry: Entry): Promise<EntryAnswer> {
  try {
    return entryAnswer(await inOne((entering) => takeEntry(entering, entry)));
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code } = error;
    if (code !== 'till_closed') await inOne((entering) => keepRefused(entering, entry, code));
    return { clientId: entry.clientId, result: code, receipt: null };
  }
}
