import { afterEach, expect, test, vi } from 'vitest';
import { NamingClient } from '../../db/postgres/naming-client.ts';
import { done, useLoans } from '../../test/loans.ts';
import { type Person, ROI, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, find, repay } = useLoans(world);

afterEach(() => vi.restoreAllMocks());

test('the page of a loan is read by its staff in one statement, and by its owner and its backers in two', async () => {
  const loan = await newLoan({ status: 5 });
  await repay(loan, 1);
  const query = vi.spyOn(NamingClient.prototype, 'query');
  const statementsOf = async (as: Person): Promise<number> => {
    done(await find(loan, as));
    query.mockClear();
    done(await find(loan, as));
    // Hints about what was changed before leave at any time.
    return query.mock.calls.filter(([text]) => !text.includes('pg_notify')).length;
  };
  expect(await statementsOf(loan.owner)).toBe(2);
  expect(await statementsOf(loan.backers[0] as Person)).toBe(2);
  expect(await statementsOf(await world.newPerson({ staffOf: [ROI] }))).toBe(1);
});
