import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { done, refusal, useLoans } from '../../test/loans.ts';
import { ROI, useWorld } from '../../test/world.ts';
import { lockProposal } from './proposals.repository.ts';

const world = useWorld();
const { newLoan, find } = useLoans(world);

test.each(['approveProposal', 'releaseFunds', 'returnProposal'])(
  'R2.1: staff who were removed while their %s waited for the lock of the proposal are refused',
  async (what) => {
    const loan = await newLoan({ status: 4, isApproved: what === 'releaseFunds' });
    const officer = await world.newPerson({ staffOf: [ROI] });
    const app = await createApp(world.outside);
    let removed: Promise<unknown> = Promise.resolve();
    // The caller has been read by now and is staff; the transaction of the decision has not begun.
    app.addHook('preHandler', async () => {
      const isLocked = Promise.withResolvers<void>();
      removed = world.db.transaction().execute(async (tx) => {
        await lockProposal(tx, Number(loan.id) as never);
        isLocked.resolve();
        await tx.deleteFrom('mfiStaff').where('userId', '=', officer.id).execute();
      });
      await isLocked.promise;
    });
    const answer = await app.inject({
      method: 'POST',
      url: `/api/mfi/${what}?mfiId=${ROI}&proposalId=${loan.id}`,
      headers: { authorization: `Bearer ${officer.token}` },
      ...(what === 'returnProposal' && { payload: { reason: 'other' } }),
    });
    await removed;
    await app.close();
    const sent = { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    expect(refusal(sent)).toBe('403 not_permitted');
    expect(done(await find(loan))).toMatchObject({ status: 4, isMFIApproved: what === 'releaseFunds' });
  },
);
