import type { ProposalId, UpdateId } from '@sathi/domain/ids.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db } from '../../db/db.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import { findUpdate } from './updates.repository.ts';

type Named = {
  readonly proposalId?: ProposalId | undefined;
  readonly updateId?: UpdateId | undefined;
  readonly proposalURL?: string | undefined;
};

/**
 * The proposal that an update mail is about: as named, as its update says, or as its address says. An address that is sent has
 * to be the one of that proposal on this very product (security T5, T14).
 *
 * @throws RefusalError `not_found`; `invalid_request` naming `proposalURL` or `proposalId`
 */
export async function mailedProposalId(db: Db, viewer: SignedIn, named: Named, origin: string): Promise<ProposalId> {
  const { proposalId, updateId, proposalURL } = named;
  const fromUrl = proposalURL === undefined ? null : proposalOfUrl(proposalURL, origin);
  if (proposalURL !== undefined && fromUrl === null) throw invalidField('proposalURL', 'not_as_stored');
  const fromUpdate = updateId === undefined ? null : found(await findUpdate(db, updateId, viewer.id)).proposalId;
  const id = proposalId ?? fromUpdate ?? fromUrl;
  if (id === null) throw invalidField('proposalId', 'required');
  if (fromUrl !== null && fromUrl !== id) throw invalidField('proposalURL', 'not_as_stored');
  return id;
}

/** Names of this machine: a server without a public address may be reached by any of them. */
const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/;

/** The proposal of one of our own addresses; null for any other. */
function proposalOfUrl(text: string, origin: string): ProposalId | null {
  const trimmed = text.trim();
  // The parser silently drops tabs and line breaks, which hides the real address.
  if (/[\s\p{Cc}\\]/u.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isOurs = localhostOf(url) === origin && url.username === '' && url.password === '';
  if (!isOurs || !/^\/app\/proposal\/?$/i.test(url.pathname)) return null;
  const ids = url.searchParams.getAll('id');
  const [id = ''] = ids;
  return ids.length === 1 && /^[1-9]\d{0,14}$/.test(id) ? (Number(id) as ProposalId) : null;
}

function localhostOf(url: URL): string {
  return LOOPBACK.test(url.hostname) ? url.origin.replace(url.hostname, 'localhost') : url.origin;
}
