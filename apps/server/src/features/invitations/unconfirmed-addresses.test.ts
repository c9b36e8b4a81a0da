import { expect, test } from 'vitest';
import { useInvitations } from '../../test/invitations.ts';
import { done, type Loan, useLoans } from '../../test/loans.ts';
import { type Person, useWorld } from '../../test/world.ts';

const world = useWorld();
const { newLoan, back } = useLoans(world);
const { invite, setEmail, bells, listBackers, mailsTo } = useInvitations(world);

const send = async (loan: Loan, address: string): Promise<unknown> =>
  done(await invite(loan.owner, loan.id, [address])).results[0].result;
/** The rows of the list that an invitation to this address has changed, as the inviter reads them. */
const invitedRows = async (loan: Loan): Promise<object[]> =>
  (await listBackers(loan.owner, loan.id)).filter(({ dateInvited }) => dateInvited !== null);

async function withAddress(address: string, isConfirmed: boolean): Promise<Person> {
  const person = await world.newPerson();
  await setEmail(person, address, isConfirmed);
  return person;
}

test.each([
  ['a confirmed address', true],
  ['an unconfirmed address', false],
])(
  'an invitation to %s is told to its account once it is confirmed, and counts as backed in any case (R33.2, R12.5)',
  async (name, isConfirmed) => {
    const address = `${name.replaceAll(' ', '.')}@example.org`;
    const person = await withAddress(address, isConfirmed);
    const [first, second] = [await newLoan(), await newLoan()];
    expect(await send(first, address)).toBe('sent');
    expect(await mailsTo(address)).toHaveLength(1);
    expect((await bells(person)).includes('invited')).toBe(isConfirmed);
    for (const loan of [first, second]) done(await back(loan, person, 5));
    expect(await invitedRows(first)).toMatchObject([{ amount: 5 }]);
    expect(await send(second, address)).toBe('already_backed');
  },
);
