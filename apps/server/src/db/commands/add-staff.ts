// Makes an account for a member of staff and prints its one-time password:
// npm run staff:add -- --mfi ROI --phone +8801712345678 --name "Amina Rahman" [--email amina@roi.example]
import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { addStaff } from '../../features/identity/add-staff.ts';
import { runProgram, StartupError } from '../../startup-error.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';

const USAGE = 'Usage: npm run staff:add -- --mfi ROI --phone +8801712345678 --name "Amina Rahman" [--email …]';

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { mfi: option, phone: option, name: option, email: option } });
    const { mfi, phone, name, email } = values;
    if (mfi !== undefined && phone !== undefined && name !== undefined) return { mfi, phone, name, email };
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartupError(USAGE);
}

/** The embedded database has room for one process only. */
async function open({ databaseUrl, databaseDirectUrl, dataDir }: ReturnType<typeof readConfig>) {
  try {
    return await openDatabase({ url: databaseDirectUrl ?? databaseUrl, dataDir });
  } catch (error) {
    if (databaseUrl !== null || !(error instanceof StartupError)) throw error;
    throw new StartupError(
      `${error.message}\nThe server has to be stopped while an account is added to the embedded database: stop it, run this again, and start it.`,
    );
  }
}

await runProgram(async () => {
  const options = readOptions();
  const database = await open(readConfig(process.env));
  try {
    await migrate(database.db);
    const { mfiName, phone, password } = await addStaff(database.db, options, new Date());
    console.log(`${phone} is staff of ${mfiName}.`);
    console.log(
      password === null
        ? 'The account existed already and keeps its password.'
        : `One-time password: ${password}\nHand it over in person; signing in with it asks for a new one.`,
    );
  } finally {
    await database.close();
  }
});
