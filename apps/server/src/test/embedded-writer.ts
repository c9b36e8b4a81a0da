// A process that writes row after row into an embedded database and says which ones were acknowledged, until killed.
import { sql } from 'kysely';
import { toDatabase } from '../db/db.ts';
import { openEmbedded } from '../db/embedded/embedded-database.ts';
import { runProgram } from '../errors/startup-error.ts';

await runProgram(async () => {
  const { db } = toDatabase(await openEmbedded({ dataDir: process.argv[2] ?? '' }));
  for (let id = 1; ; id += 1) {
    await sql`insert into notes values (${id})`.execute(db);
    process.stdout.write(`${id}\n`);
  }
});
