import type { Endpoint } from '@sathi/contract/endpoint.ts';
import type { CallName } from '@sathi/contract/calls.ts';
import type { MfiId, UserId } from '@sathi/domain/ids.ts';
import type { Viewer } from '@sathi/domain/proposals.ts';
import type { Db } from '../db/db.ts';
import { networkPrefixOf } from './network-prefix.ts';

/** Calls that staff make as persons, though they concern a proposal of their institution. */
const ACTS_OF_PERSONS: ReadonlySet<CallName> = new Set([
  'createProposal',
  'ignoreProposal',
  'unignoreProposal',
  'sendBackInvitations',
  'acceptInvitation',
  'sendMessage',
  'readMessages',
  'reportMessage',
  'enterReport',
  'enterAppeal',
  'shareLink',
  'giveCredit',
]);

/** Values that say what was chosen; all others but ids may hold people's words and stay out. */
const CHOICES = new Set(['state', 'role', 'status', 'published', 'what', 'kind', 'resetFactor', 'collection']);

/** A change as far as the log reads it: what is not there is undefined. */
type Act = {
  readonly viewer: Viewer;
  readonly ip: string;
  readonly now: Date;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly mfiId?: MfiId;
  readonly proposal?: { readonly mfiId: MfiId; readonly ownerId: UserId };
  readonly campaign?: { readonly mfiId: MfiId };
  readonly entry?: { readonly enteredBy: UserId } | undefined;
  /** The person whose act the actor confirmed by this one, where two decide. */
  readonly pair?: { readonly enteredBy: UserId } | undefined;
};

/**
 * Writes what staff did into the log of their institution, in the transaction that does it (R34.5). Every change passes
 * here, so a new call of staff is logged unless it is named above as an act of persons.
 */
export async function logStaffAct(db: Db, { name }: Endpoint, act: object, answer: unknown): Promise<void> {
  const { viewer, ip, now, asked, entry, pair, ...of } = act as Act;
  const mfiId = officeOf(viewer, of as Act, { ...(answer as object), ...asked });
  // A preview changes nothing.
  if (viewer === null || mfiId === null || ACTS_OF_PERSONS.has(name) || asked['preview'] === 'true') return;
  const alone = hasMark(answer) ? { enteredBy: viewer.id } : undefined;
  const confirmed = pair ?? (asked['state'] === 'approved' ? entry : undefined) ?? alone;
  const details = detailsOf({ ...idOf(answer), ...asked });
  await insertAuditRow(db, {
    mfiId,
    actorId: viewer.id,
    action: name,
    details,
    enteredBy: confirmed?.enteredBy ?? null,
    network: networkPrefixOf(ip),
    at: now,
  });
}

/** An answer says by itself when one person did what takes two. */
function hasMark(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'selfApproved' in answer && answer.selfApproved === true;
}

export type AuditRow = {
  readonly mfiId: MfiId;
  readonly actorId: UserId | null;
  readonly action: string;
  readonly details: string;
  readonly enteredBy: UserId | null;
  readonly network: string;
  readonly at: Date;
};

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto('auditLog').values(row).execute();
}

/** Ids and choices in the order of their names. */
export function detailsOf(values: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(values).filter(
    ([key, value]) => value !== undefined && ((key !== 'userId' && /^id$|Ids?$/.test(key)) || CHOICES.has(key)),
  );
  return JSON.stringify(Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The institution whose staff the viewer is in this act; null for an act of a person, about their own loan too. */
function officeOf(viewer: Viewer, { mfiId, proposal, campaign }: Act, values: object): MfiId | null {
  if (viewer === null || proposal?.ownerId === viewer.id) return null;
  const named = (values as { mfiId?: MfiId }).mfiId;
  const of = mfiId ?? proposal?.mfiId ?? campaign?.mfiId ?? named;
  return of !== undefined && viewer.mfiIds.includes(of) ? of : null;
}

function idOf(answer: unknown): { readonly id?: unknown } {
  const { id } = (answer ?? {}) as { id?: unknown };
  return id === undefined ? {} : { id };
}
