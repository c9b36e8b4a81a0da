import type { CampaignId, MfiId } from '@sathi/domain/ids.ts';
import { expect } from 'vitest';
import type { Delivery } from '../outside/outside.ts';
import { runJobs } from './accounts.ts';
import { type Answer, type Person, ROI, type Send, type World } from './world.ts';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** Calls around invitations, and their mails and rows. */
export function useInvitations(world: World) {
  const invite = (
    as: Person | null,
    proposalId: string,
    sendToMails: readonly unknown[],
    { body = {}, ...send }: Send = {},
  ) =>
    world.call('POST', '/api/borrow/sendBackInvitations', {
      as,
      body: { proposalId, sendToMails, ...(body as object) },
      ...send,
    });
  const accept = (as: Person, token: string) =>
    world.call('POST', '/api/borrow/acceptInvitation', { as, body: { token } });
  const preview = (token: string) => world.call('GET', `/api/borrow/invitation?token=${encodeURIComponent(token)}`);
  const listOwn = async (as: Person): Promise<any[]> =>
    (await world.call('GET', '/api/borrow/invitations', { as })).body.data;
  const listBackers = async (as: Person, proposalId: string): Promise<any[]> =>
    (await world.call('GET', `/api/borrow/backersList?proposalId=${proposalId}`, { as })).body.data;

  /** The mails to this address so far, after all waiting work was done. */
  const mailsTo = async (address: string): Promise<Delivery[]> => {
    await runJobs(world);
    return world.sent.filter((message) => message.to === address);
  };
  /** The token in the newest mail to the address. */
  const tokenFor = async (address: string): Promise<string> => {
    const mail = (await mailsTo(address)).at(-1);
    const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (token === undefined) throw new Error(`no invitation was sent to ${address}`);
    return token;
  };
  const bells = async (person: Person): Promise<string[]> => {
    await runJobs(world);
    const rows = await world.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', person.id)
      .orderBy('id')
      .execute();
    return rows.map(({ kind }) => kind);
  };
  const emailOf = async (person: Person): Promise<string> =>
    (await world.db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()).email;
  const setEmail = async (person: Person, email: string, isVerified = false): Promise<void> => {
    await world.db.updateTable('users').set({ email }).where('id', '=', person.id).execute();
    const emailVerifiedAt = isVerified ? world.now : null;
    await world.db
      .updateTable('identities')
      .set({ email, emailVerifiedAt })
      .where('subject', '=', person.subject)
      .execute();
  };
  /** A person whose first week is over. */
  const oldHand = async (staffOf: readonly MfiId[] = []): Promise<Person> => {
    const person = await world.newPerson({ staffOf });
    const createdAt = new Date(world.now.getTime() - 30 * DAY * 1000);
    await world.db.updateTable('users').set({ createdAt }).where('id', '=', person.id).execute();
    return person;
  };
  const newCampaign = async (createdBy: Person, fields: object = {}): Promise<CampaignId> => {
    const row = await world.db
      .insertInto('campaigns')
      .values({
        mfiId: ROI,
        name: 'Eid goats',
        description: 'Goats before Eid.',
        campaignUrl: 'https://roi.example/eid',
        startsOn: '2026-01-01',
        endsOn: '2026-03-01',
        published: true,
        createdBy: createdBy.id,
        createdAt: world.now,
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id as CampaignId;
  };
  const inviteToCampaign = (as: Person, body: object) =>
    world.call('POST', '/api/borrow/sendCampaignInvite', { as, body });
  const thank = (as: Person, body: object, kind: 'sendThankYouEmail' | 'sendThanksAfterRepaid' = 'sendThankYouEmail') =>
    world.call('POST', `/api/borrow/${kind}`, { as, body });

  return {
    invite,
    accept,
    preview,
    listOwn,
    listBackers,
    mailsTo,
    tokenFor,
    bells,
    emailOf,
    setEmail,
    oldHand,
    newCampaign,
    inviteToCampaign,
    thank,
  };
}

/** `address result` of each, in order. */
export function resultsOf(answer: Answer): string[] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.results.map((row: { email: string; result: string }) => `${row.email} ${row.result}`);
}
