import { expect, test } from 'vitest';
import { newPhone, PASSWORD } from '../../test/accounts.ts';
import { useWorld } from '../../test/world.ts';

const world = useWorld();
const ROUNDS = 8;
const RIVALS = 4;

test('of rivals that sign up with one e-mail address at the same moment one gets it (R33.2)', async () => {
  const made: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = `rivals${round}@example.org`;
    const signUp = () => {
      const body = { username: newPhone(), password: PASSWORD, attributes: { email } };
      return world.call('POST', '/api/identity/sign-up', { body });
    };
    const answers = await Promise.all(Array.from({ length: RIVALS }, signUp));
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.every(({ body }) => body.code === 'email_exists')).toBe(true);
    made.push(answers.length - others.length);
  }
  expect(made).toEqual(made.map(() => 1));
});
