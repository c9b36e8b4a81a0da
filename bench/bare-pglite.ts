// The embedded database without the product: a bare PGlite opens the folder, answers one query and rests.
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const folder = process.argv[2] ?? '';
const database = await PGlite.create(folder);
await database.query('select count(*) from proposals');
process.stdout.write(`ready at ${pathToFileURL(folder).href}\n`);
const rest = setInterval(() => undefined, 60_000);
process.once('SIGTERM', async () => {
  clearInterval(rest);
  await database.close();
});
