import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createPasswords } from '../features/identity/passwords.ts';
import { ROI, useWorld } from '../test/world.ts';
import { refuseDemoPeople } from './demo-people.ts';
import { SEED_PASSWORD } from '../config/production.ts';
import { seedDemo } from './seed.ts';

const world = useWorld();
const PUBLIC = { PUBLIC_URL: 'https://sathi.example' };
const start = (env: Record<string, string>) => refuseDemoPeople(world.db, readConfig(env));

test('staff with the demo password end the start with one sentence (security 2)', async () => {
  await expect(start(PUBLIC)).resolves.toBeUndefined();
  const officer = await world.newPerson({ staffOf: [ROI] });
  await expect(start(PUBLIC)).resolves.toBeUndefined();
  const passwordHash = await createPasswords().hash(SEED_PASSWORD);
  await world.db.updateTable('identities').set({ passwordHash }).where('subject', '=', officer.subject).execute();
  await expect(start(PUBLIC)).rejects.toThrow(/^The database holds an account with the demo password [^\n]*\.$/);
  await world.db.updateTable('identities').set({ passwordHash: 'none' }).execute();
});

test('a seeded database is opened without a sign and in a demo for others, and with a sign it ends the start', async () => {
  await world.db.deleteFrom('sessions').execute();
  await sql`delete from mfi_staff; update users set subject = null; delete from identities`.execute(world.db);
  expect(await seedDemo(world.outside)).toBe(true);
  await expect(start({})).resolves.toBeUndefined();
  await expect(start({ ...PUBLIC, SEED: 'demo-for-others' })).resolves.toBeUndefined();
  for (const sign of [
    PUBLIC,
    { NODE_ENV: 'production', ...PUBLIC },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://10.0.0.7' },
  ]) {
    await expect(start(sign)).rejects.toThrow(/^The database holds the demo person \+1202555\d{4}, [^\n]*\.$/);
  }
});
