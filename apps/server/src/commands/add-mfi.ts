// Adds an institution, to which `staff:add` then adds its first manager:
// npm run mfi:add -- --name SUNRISE --website https://sunrise.example --phone +8801712345678 --email office@sunrise.example --country BD --time-zone Asia/Dhaka
import { parseArgs } from 'node:util';
import { createLog } from '../config/log.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from '../db/migrate.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { addMfi } from '../features/mfis/add-mfi.ts';
import { type Clocks, startClocks } from '../outside/clocks.ts';
import { openForCommand } from './open-for-command.ts';

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { name: option, website: option, phone: option, email: option, country: option, 'time-zone': option },
    });
    const { name, website, phone, email, country, 'time-zone': timeZone } = values;
    const given = { name, website, phone, email, country, timeZone };
    if (isWhole(given)) return given;
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartupError(
    'Usage: npm run mfi:add -- --name SUNRISE --website https://sunrise.example --phone +8801712345678 --email office@sunrise.example --country BD --time-zone Asia/Dhaka',
  );
}

function isWhole<Name extends string>(given: Record<Name, string | undefined>): given is Record<Name, string> {
  return Object.values(given).every((value) => value !== undefined);
}

await runProgram(async () => {
  const options = readOptions();
  const config = readConfig(process.env);
  const database = await openForCommand(config, { mayBegin: true });
  let clocks: Clocks | null = null;
  try {
    await migrate(database.db);
    clocks = await startClocks({ db: database.db, log: createLog(config.logLevel), config });
    const { name, isNew } = await addMfi(database.db, options, clocks.now());
    console.log(
      isNew
        ? `${name} is there, and every server shows it within a second. Its first manager: npm run staff:add -- --mfi ${name} …`
        : `${name} was there already. Nothing was changed.`,
    );
  } finally {
    clocks?.stop();
    await database.close();
  }
});
