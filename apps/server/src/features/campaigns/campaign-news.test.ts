import { beforeAll, describe, expect, test } from 'vitest';
import { done, people, refusal, useLoans } from '../../test/loans.ts';
import { DCBS, NOW, type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);

let staff: Person;
let otherStaff: Person;

beforeAll(async () => {
  staff = await world.newPerson({ staffOf: [ROI] });
  otherStaff = await world.newPerson({ staffOf: [DCBS] });
});

const FORM = {
  name: 'Eid goats',
  description: 'Goats before Eid.',
  startDate: '2026-01-01',
  endDate: '2026-03-01',
  campaignUrl: 'https://roi.example/eid',
  published: true,
};
const newCampaign = async (fields: object = {}): Promise<string> =>
  done(await world.call('POST', '/api/campaign', { as: staff, body: { ...FORM, ...fields } })).id;
const assign = (as: Person, proposalId: string, campaignIds: readonly string[]) =>
  world.call('POST', '/api/campaign/addProposalTo', { as, body: { proposalId, campaignIds } });
const write = (as: Person | null, campaignId: string, fields: object = {}) =>
  world.call('POST', '/api/campaign/sendEmail', { as, body: { campaignId, text: 'Eid mubarak.', ...fields } });
const audience = (as: Person, campaignId: string) =>
  world.call('GET', `/api/campaign/audience?campaignId=${campaignId}`, { as });
const mails = async (campaignId: string): Promise<number> => {
  const queued = world.db.selectFrom('outbox').select('id').where('dedupeKey', 'like', `campaign_news:${campaignId}:%`);
  return (await queued.execute()).length;
};

describe('writing to the backers of a campaign', () => {
  test('reaches each backer once a day, however many times it is sent at once, and only backers', async () => {
    const [anna, ben] = [await world.newPerson(), await world.newPerson()];
    const loan = await newLoan({ status: 3, backings: [10, 30], backers: [anna, ben] });
    const id = await newCampaign();
    done(await assign(staff, loan.id, [id]));
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(staff, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const results = answers.flatMap((answer) => done(answer).results);
    expect(results.filter(({ result }: { result: string }) => result === 'sent')).toHaveLength(2);
    expect(await mails(id)).toBe(2);
    world.now = new Date('2026-02-01T04:30:00.000Z');
    try {
      expect(done(await write(staff, id)).results.map(({ result }: { result: string }) => result)).toEqual([
        'sent',
        'sent',
      ]);
    } finally {
      world.now = NOW;
    }
  });

  test('before that its staff are told the number of readers and the words around their own', async () => {
    const [anna, ben] = [await world.newPerson(), await world.newPerson()];
    const loan = await newLoan({ status: 3, backings: [10, 30], backers: [anna, ben] });
    const id = await newCampaign();
    done(await assign(staff, loan.id, [id]));
    const { backersCount, recipientsCount, mail } = done(await audience(staff, id));
    expect([backersCount, recipientsCount]).toEqual([2, 2]);
    expect(mail.subject).toBe('News from ROI: Eid goats');
    expect(mail.opening).toBe('ROI writes to everybody who backs a loan of “Eid goats”:');
    expect(mail.closing).toContain(`/App/proposalsByCampaign?mfi=ROI&id=${id}`);
    for (const as of [anna, otherStaff]) expect((await audience(as, id)).status).toBe(403);
  });

  test('waits for the campaign to be published, since the mail leads to its page (R16.1)', async () => {
    const anna = await world.newPerson();
    const loan = await newLoan({ status: 3, backers: [anna] });
    const id = await newCampaign({ published: false });
    done(await assign(staff, loan.id, [id]));
    expect((await audience(anna, id)).status).toBe(404);
    expect([refusal(await audience(staff, id)), refusal(await write(staff, id))]).toEqual([
      '409 wrong_status',
      '409 wrong_status',
    ]);
    expect(await mails(id)).toBe(0);
    done(await world.call('PATCH', `/api/campaign?id=${id}`, { as: staff, body: { published: true } }));
    expect(done(await write(staff, id)).results).toMatchObject([{ result: 'sent' }]);
  });

  test('a former member or an institution that backs is no reader of it (R19.3)', async () => {
    const [anna, gone] = [await world.newPerson(), await world.newPerson()];
    const loan = await newLoan({ status: 3, backings: [10, 30], backers: [anna, gone] });
    const id = await newCampaign();
    done(await assign(staff, loan.id, [id]));
    await world.db
      .updateTable('users')
      .set({ email: `closed-${gone.id}@nobody.invalid`, closedAt: world.now })
      .where('id', '=', gone.id)
      .execute();
    expect(done(await audience(staff, id)).backersCount).toBe(1);
    expect(done(await write(staff, id)).results).toHaveLength(1);
  });

  test('of a list, only backers of the campaign are written to; the reason for skipping another is not said', async () => {
    const anna = await world.newPerson();
    const { email } = await world.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow();
    const loan = await newLoan({ status: 3, backers: [anna] });
    const id = await newCampaign();
    done(await assign(staff, loan.id, [id]));
    const sendToMails = [email.toUpperCase(), 'nobody@example.org', 'not an address'];
    expect(done(await write(staff, id, { sendToMails })).results).toEqual([
      { email, result: 'sent' },
      { email: 'nobody@example.org', result: 'skipped' },
      { email: 'not an address', result: 'invalid' },
    ]);
  });

  test('a backer who had one today, or unsubscribed, is neither counted nor written to', async () => {
    const [anna, ben, cem, dora] = await people(world, 4);
    const backers = [anna, ben, cem] as Person[];
    const loan = await newLoan({ status: 3, backings: [10, 20, 30], backers });
    const id = await newCampaign();
    done(await assign(staff, loan.id, [id]));
    const preferences = [{ kind: 'update', inApp: true, email: false, sms: false }];
    done(await world.call('PUT', '/api/notifications/preferences', { as: anna as Person, body: { preferences } }));
    const counts = async () => {
      const { backersCount, recipientsCount } = done(await audience(staff, id));
      return [backersCount, recipientsCount];
    };
    expect(await counts()).toEqual([3, 2]);
    done(await write(staff, id));
    expect(await mails(id)).toBe(2);
    expect(await counts()).toEqual([3, 0]);
    // A backer who comes afterwards has had none yet.
    done(await back(loan, dora as Person, 10));
    expect(await counts()).toEqual([4, 1]);
    world.now = new Date('2026-02-01T04:30:00.000Z');
    try {
      expect(await counts()).toEqual([4, 3]);
    } finally {
      world.now = NOW;
    }
  });
});
