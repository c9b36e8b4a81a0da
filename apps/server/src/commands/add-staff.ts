// Makes an account for a member of staff and prints its one-time password:
// npm run staff:add -- --mfi ROI --phone +8801712345678 --name "Amina Rahman" [--email amina@roi.example] [--role officer]
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { addStaff } from '../features/identity/add-staff.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { openDatabase } from '../db/db.ts';
import { createLog } from '../config/log.ts';
import { type Clocks, startClocks } from '../outside/clocks.ts';
import { migrate } from '../db/migrate.ts';
import { refuseMissingSecret } from './open-for-command.ts';

const USAGE =
  'Usage: npm run staff:add -- --mfi ROI --phone +8801712345678 --name "Amina Rahman" [--email …] [--role officer]';

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { mfi: option, phone: option, name: option, email: option, role: option },
    });
    const { mfi, phone, name, email, role } = values;
    if (mfi !== undefined && phone !== undefined && name !== undefined) return { mfi, phone, name, email, role };
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
  const config = readConfig(process.env);
  refuseMissingSecret(config);
  const database = await open(config);
  let clocks: Clocks | null = null;
  try {
    await migrate(database.db);
    clocks = await startClocks({ db: database.db, log: createLog(config.logLevel), config });
    const outside = { db: database.db, secret: readAppSecret(config), config };
    const { mfiName, phone, role, hadProfile, password } = await addStaff(outside, options, clocks.now());
    console.log(`${phone} is staff of ${mfiName}, with the role ${role}.`);
    if (hadProfile) console.log('The account keeps its name and e-mail address; those given now are not used.');
    console.log(
      password === null
        ? 'The account existed already and keeps its password.'
        : `One-time password: ${password}\nHand it over in person within seven days; signing in with it asks for a new one.`,
    );
  } finally {
    clocks?.stop();
    await database.close();
  }
});
