// Writes db/schema.ts: the types of what the migrations make, read from a fresh database that they made.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../startup-error.ts';
import { toDatabase } from '../db.ts';
import { openInMemory } from '../embedded/embedded-database.ts';
import { generateSchema } from '../generate-schema.ts';
import { migrate } from '../migrate.ts';

const FILE = fileURLToPath(new URL('../schema.ts', import.meta.url));

await runProgram(async () => {
  const database = toDatabase(await openInMemory({}));
  await migrate(database.db);
  await writeFile(FILE, await generateSchema(database.db));
  await database.close();
  execFileSync('npx', ['biome', 'format', '--write', FILE], { stdio: 'ignore', shell: process.platform === 'win32' });
});
