import { Readable } from 'node:stream';
import * as contract from '@sathi/contract/own-data.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { hashToken } from '../../config/tokens.ts';
import { closingRefusal, keepPublicRefusal } from '@sathi/domain/own-data.ts';
import { addCents, subtractCents, ZERO_CENTS } from '@sathi/domain/money.ts';
import { accountUsableFrom, restRefusal } from '@sathi/domain/destinations.ts';
import { found, RefusalError } from '../../errors/refusal-error.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import { zipOf } from '../../http/zip.ts';
import type { CallerMemory } from '../../http/viewer.ts';
import type { Outside } from '../../outside/outside.ts';
import { askedProposal } from '../proposals/proposals.repository.ts';
import { listKeepable, setStaysPublic } from '../proposals/reduced-proposals.repository.ts';
import { closeAccount, findClosingOf, lockClosing, lockOwnAccount } from './closing.service.ts';
import { ownDataFiles } from './own-data-files.ts';
import { findByLink, findLinkEnd } from './own-data-links.repository.ts';
import { makeExport } from './own-data.service.ts';

/** A person's data: all of it to take along (R13.3), or left behind for good (R13.4). */
export function ownDataRoutes(app: FastifyInstance, outside: Outside, callers: CallerMemory): void {
  const { db, now, realNow, secret } = outside;

  // The call is no command, so that its answer, the key to everything, is not stored.
  mount(app, contract.makeExport, ({ caller }) =>
    makeExport(outside, { caller, origin: publicOrigin(outside.config) }),
  );

  mount(app, contract.findExport, async ({ viewer }) => ({ until: await findLinkEnd(db, viewer.id, realNow()) }));

  mount(app, contract.readExport, async ({ query }, reply) => {
    const userId = found(await findByLink(db, hashToken(query.token), realNow()));
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="sathi-my-data.zip"',
      'cache-control': 'no-store',
    });
    return Readable.from(zipOf(ownDataFiles(outside, userId), realNow()));
  });

  mount(app, contract.findClosing, async ({ viewer }) => {
    const closing = await findClosingOf(db, viewer.id, now());
    const { unbacked, unpaid, owedCents, creditCents } = closing;
    const awaited = unpaid.reduce((sum, { unpaidCents }) => addCents(sum, unpaidCents), ZERO_CENTS);
    return {
      hindrance: closingRefusal(closing),
      proposals: unbacked.length,
      awaited,
      stillOut: subtractCents(owedCents, awaited),
      credit: creditCents,
    };
  });

  command(app, outside, contract.closeAccount, {
    endsOwnRights: true,
    on: async ({ tx, viewer, asked: { payoutAccountId }, now: at }) => {
      const closing = await lockClosing(tx, viewer.id, at);
      return {
        closing,
        kept: payoutAccountId === undefined ? null : await lockOwnAccount(tx, viewer.id, payoutAccountId),
      };
    },
    may: ({ closing, kept, now: at }) =>
      closingRefusal(closing) ?? (kept && restRefusal(accountUsableFrom(kept.addedAt), at)),
    run: async ({ tx, now: at, caller, closing, kept }) => {
      await closeAccount({ tx, now: at, caller, closing, kept, secret, realNow: realNow() });
      return {};
    },
    after: ({ caller }) => callers.forget(caller.subject),
  });

  mount(app, contract.listKeepableLoans, ({ viewer }) => listKeepable(db, viewer.id));

  command(app, outside, contract.keepLoanPublic, {
    on: askedProposal,
    may: ({ viewer, proposal }) => keepPublicRefusal(viewer, proposal),
    run: async ({ tx, body, proposal }) => {
      if (!(await setStaysPublic(tx, proposal.id, body.keep))) throw new RefusalError('wrong_status');
      return { proposalId: proposal.id };
    },
  });
}
