import { expect, test } from 'vitest';
import { addMfi } from '../features/mfis/add-mfi.ts';
import { openTestDatabase } from './template-database.ts';
import { NOW } from './world.ts';

const SUNRISE = {
  name: 'SUNRISE',
  website: 'https://sunrise.example',
  phone: '+97715550199',
  email: 'office@sunrise.example',
  country: 'NP',
  timeZone: 'Asia/Kathmandu',
};

test('a database that is used again numbers new rows after those of the migrations, as a fresh one does', async () => {
  for (let use = 0; use < 2; use += 1) {
    const { db, drop } = await openTestDatabase();
    await addMfi(db, SUNRISE, NOW);
    const rows = await db.selectFrom('mfis').select(['id', 'name']).orderBy('id').execute();
    expect(rows.map(({ id, name }) => [Number(id), name]).at(-1)).toEqual([4, 'SUNRISE']);
    expect(rows).toHaveLength(4);
    await drop();
  }
});
