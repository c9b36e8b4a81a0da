// Writes db/schema.ts: the types of the columns, read from a fresh database made by the migrations.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../errors/startup-error.ts';
import { toDatabase } from '../db/db.ts';
import { openInMemory } from '../db/embedded/embedded-database.ts';
import { generateSchema } from '../db/generate-schema.ts';
import { migrate } from '../db/migrate.ts';

const FILE = fileURLToPath(new URL('../db/schema.ts', import.meta.url));

await runProgram(async () => {
  const database = toDatabase(await openInMemory({}));
  await migrate(database.db);
  await writeFile(FILE, await generateSchema(database.db));
  await database.close();
  execFileSync('npx', ['biome', 'format', '--write', FILE], { stdio: 'ignore', shell: process.platform === 'win32' });
});
