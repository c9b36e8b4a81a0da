import * as contract from '@sathi/contract/reports.ts';
import { reportMessage } from '@sathi/contract/messages.ts';
import type { MessageId, MfiId, ProposalId, ReportCaseId, UpdateId, UserId } from '@sathi/domain/ids.ts';
import { isReader } from '@sathi/domain/messages.ts';
import { isVisible, type SignedIn } from '@sathi/domain/proposals.ts';
import { answerRefusal, appealRefusal, verdictRefusal } from '@sathi/domain/reports.ts';
import type { FastifyInstance } from 'fastify';
import { publicOrigin } from '../../config/public-origin.ts';
import { pageOfAll } from '../../db/cursor.ts';
import type { Tx } from '../../db/db.ts';
import { found, given, RefusalError } from '../../errors/refusal-error.ts';
import { mfiOfStaff } from '../../http/own-mfi.ts';
import { command } from '../../http/command.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { picturePass } from '../../http/picture-pass.ts';
import { lockProposal, type ProposalRow } from '../proposals/proposals.repository.ts';
import { askedMessage } from '../messages/asked-message.repository.ts';
import { findStanding } from '../messages/messages.repository.ts';
import { findUpdate } from '../updates/updates.repository.ts';
import { findOffice } from '../staff/staff.repository.ts';
import {
  type CaseRow,
  findCase,
  hasWritten,
  isPictureOf,
  listQueue,
  lockCase,
  type Thing,
} from './reports.repository.ts';
import { answerAppeal, appeal, decide, report, type Teller } from './reports.service.ts';

/** People who are signed in report, staff decide (R14.4, R34.6). */
export function reportRoutes(app: FastifyInstance, outside: Outside): void {
  const { db, secret, config } = outside;
  const teller = { secret, origin: publicOrigin(config) };

  command(app, outside, contract.enterReport, {
    on: reportedThing,
    may: ({ viewer, thing }) => (thing.ownerId === viewer.id ? 'not_permitted' : null),
    run: async ({ thing, proposal, ...change }) => {
      const { kind, proposalId, reason } = change.body;
      await report(change, teller, { thing, proposal, reason });
      return { kind, proposalId };
    },
  });

  // The same for a message alone, by its own id.
  command(app, outside, reportMessage, {
    on: async ({ tx, viewer, asked }) => {
      const { message } = await askedMessage({ tx, viewer, asked });
      const { id, proposalId } = message;
      return { message, ...(await reportedThing({ tx, viewer, asked: { kind: 'message', proposalId, id } })) };
    },
    may: ({ viewer, thing }) => (thing.ownerId === viewer.id ? 'not_permitted' : null),
    run: async ({ thing, proposal, message, ...change }) => {
      await report(change, teller, { thing, proposal, reason: change.body.reason });
      return { messageId: message.id };
    },
  });

  appeals(app, outside, teller);

  mount(app, contract.listReports, async ({ query, viewer }) => {
    const mfiId = mfiOfStaff(viewer, query.mfiId);
    const office = await findOffice(db, mfiId, outside.now());
    const rows = await listQueue(db, mfiId);
    const answers = rows.map((row) => ({
      ...row,
      picturePass: row.image === null ? null : picturePass(secret, row.image, outside.now()),
      mayDecide: verdictRefusal(viewer, row) === null,
      mayAnswer: answerRefusal(viewer, row, office) === null,
    }));
    return pageOfAll('reports', answers, query);
  });

  command(app, outside, contract.decideReport, {
    on: lockedCase,
    may: ({ viewer, of }) => verdictRefusal(viewer, of),
    run: async ({ body, ...change }) => {
      const { state, reason } = body;
      await decide(change, teller, { state, reason });
      return { id: change.of.id, state };
    },
  });
}

function appeals(app: FastifyInstance, outside: Outside, teller: Teller): void {
  command(app, outside, contract.enterAppeal, {
    on: ({ tx, asked }) => lockedPair(tx, given('id', asked.id)),
    may: ({ viewer, of }) => appealRefusal(viewer, of),
    run: async ({ body, ...change }) => {
      await appeal(change, teller, body.text);
      return { id: change.of.id };
    },
  });

  command(app, outside, contract.answerAppeal, {
    on: async (asking) => {
      const { of, ...locked } = await lockedCase(asking);
      const pair = of.decidedBy === null || of.decidedBy === asking.viewer.id ? undefined : { enteredBy: of.decidedBy };
      return { ...locked, of, pair, office: await findOffice(asking.tx, locked.mfiId, asking.now) };
    },
    may: ({ viewer, of, office }) => answerRefusal(viewer, of, office),
    run: async ({ body, ...change }) => {
      const { state, reason } = body;
      await answerAppeal(change, teller, { state, reason });
      return { id: change.of.id, state };
    },
  });
}

type Asked = {
  readonly kind?: Thing['kind'] | undefined;
  readonly proposalId?: ProposalId | undefined;
  readonly id?: number | undefined;
  readonly key?: string | undefined;
};
type Reporting = { readonly tx: Tx; readonly viewer: SignedIn; readonly asked: Asked };
type Reported = { readonly proposal: ProposalRow; readonly thing: Thing };

/** A thing one may not see does not exist. @throws RefusalError `not_found` */
async function reportedThing({ tx, viewer, asked }: Reporting): Promise<Reported> {
  const proposal = found(await lockProposal(tx, given('proposalId', asked.proposalId)));
  if (!isVisible(viewer, proposal)) throw new RefusalError('not_found');
  const { id: proposalId, mfiId } = proposal;
  const kind = given('kind', asked.kind);
  if (kind === 'picture') {
    const key = given('key', asked.key);
    if (!(await isPictureOf(tx, proposalId, key))) throw new RefusalError('not_found');
    return { proposal, thing: { kind, thing: key, mfiId, proposalId, ownerId: proposal.ownerId } };
  }
  const id = kind === 'proposal' ? proposalId : given('id', asked.id);
  const ownerId = found(await AUTHORS[kind]({ tx, viewer, proposal, id }));
  return { proposal, thing: { kind, thing: String(id), mfiId, proposalId, ownerId } };
}

type Finding = Pick<Reporting, 'tx' | 'viewer'> & { readonly proposal: ProposalRow; readonly id: number };

/** The person whose thing it is; undefined where this proposal has none that the reporter may see. */
const AUTHORS: Readonly<Record<Exclude<Thing['kind'], 'picture'>, (finding: Finding) => Promise<UserId | undefined>>> =
  {
    proposal: async ({ proposal }) => proposal.ownerId,
    update: async ({ tx, viewer, proposal, id }) => {
      const update = await findUpdate(tx, id as UpdateId, viewer.id);
      return update?.proposalId === proposal.id ? proposal.ownerId : undefined;
    },
    message: async ({ tx, viewer, proposal, id }) => {
      const { message } = await askedMessage({ tx, viewer, asked: { messageId: id as MessageId } });
      return message.proposalId === proposal.id ? message.userId : undefined;
    },
    // The owner, or somebody who wrote in a conversation that the reporter reads.
    person: async ({ tx, viewer, proposal, id }) => {
      if (id === proposal.ownerId) return proposal.ownerId;
      const standing = await findStanding(tx, proposal.id, viewer.id);
      const isMet = isReader(viewer, proposal, standing) && (await hasWritten(tx, proposal.id, id as UserId));
      return isMet ? (id as UserId) : undefined;
    },
  };

/** The case with its proposal, if it is still there, both locked. Of another institution it does not exist. */
async function lockedCase({
  tx,
  viewer,
  asked,
}: {
  readonly tx: Tx;
  readonly viewer: SignedIn;
  readonly asked: { readonly mfiId?: MfiId | undefined; readonly id?: ReportCaseId | undefined };
}) {
  const mfiId = mfiOfStaff(viewer, asked.mfiId);
  const { of, proposal } = await lockedPair(tx, given('id', asked.id));
  if (of.mfiId !== mfiId) throw new RefusalError('not_found');
  return { mfiId, of, proposal };
}

async function lockedPair(tx: Tx, id: ReportCaseId): Promise<{ of: CaseRow; proposal: ProposalRow | undefined }> {
  const { proposalId } = found(await findCase(tx, id));
  const proposal = await lockProposal(tx, proposalId);
  return { proposal, of: found(await lockCase(tx, id)) };
}
