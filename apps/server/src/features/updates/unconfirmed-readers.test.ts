import { expect, test } from 'vitest';
import { useBells } from '../../test/bells.ts';
import { useInvitations } from '../../test/invitations.ts';
import { done } from '../../test/loans.ts';
import { useUpdateMails } from '../../test/update-mails.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const { send, loanWithUpdate, invite, sentTo } = useUpdateMails(world);
const { setEmail } = useInvitations(world);
const { heard } = useBells(world);

test.each([
  ['has confirmed', true],
  ['has only typed', false],
])(
  'an invited address that an account %s reads the update by mail; the account hears of it when it has (R33.2)',
  async (name, isConfirmed) => {
    const { loan, updateId } = await loanWithUpdate();
    const address = `${name.replaceAll(' ', '.')}@example.org`;
    await invite(loan, address);
    const person = await world.newPerson();
    await setEmail(person, address, isConfirmed);
    const { results } = done(await send(loan, { updateId, sendToMails: [address] }));
    expect(results).toEqual([{ email: address, result: 'sent' }]);
    expect(await sentTo(address)).toHaveLength(1);
    expect((await heard(person)).filter((words) => words.startsWith('update'))).toHaveLength(isConfirmed ? 1 : 0);
  },
);

test('an invited backer who has only typed the address is one reader, who is told in the list (R12.5, R33.2)', async () => {
  const { loan, updateId } = await loanWithUpdate();
  const [backer] = loan.backers as [(typeof loan.backers)[number]];
  await setEmail(backer, 'typed.by.a.backer@example.org', false);
  await invite(loan, 'typed.by.a.backer@example.org');
  const { results } = done(await send(loan, { updateId, toAllBackers: true }));
  expect(results).toHaveLength(2);
  expect(await sentTo('typed.by.a.backer@example.org')).toEqual([]);
  expect((await heard(backer)).filter((words) => words.startsWith('update'))).toHaveLength(1);
});
