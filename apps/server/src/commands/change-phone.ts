// Changes the phone of a person whose SIM is lost, where no two people of an office may (R33.4):
// npm run phone:change -- --old +8801712345678 --new +8801812345678 --reason "Passport seen at the office in Sylhet"
import { parseArgs } from 'node:util';
import { createLog } from '../config/log.ts';
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { migrate } from '../db/migrate.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { changePhoneByOperator } from '../features/phone-changes/operator-change.ts';
import { type Clocks, startClocks } from '../outside/clocks.ts';
import { openForCommand, refuseMissingSecret } from './open-for-command.ts';

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { old: option, new: option, reason: option } });
    const { old: oldPhone, new: newPhone, reason } = values;
    if (oldPhone !== undefined && newPhone !== undefined && reason !== undefined) return { oldPhone, newPhone, reason };
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new StartupError('Usage: npm run phone:change -- --old +8801712345678 --new +8801812345678 --reason "…"');
}

await runProgram(async () => {
  const options = readOptions();
  const config = readConfig(process.env);
  refuseMissingSecret(config);
  const database = await openForCommand(config);
  let clocks: Clocks | null = null;
  try {
    await migrate(database.db);
    clocks = await startClocks({ db: database.db, log: createLog(config.logLevel), config });
    const outside = { db: database.db, secret: readAppSecret(config), config };
    const { name, inForceAt } = await changePhoneByOperator(outside, options, clocks.now());
    console.log(
      `${name} signs in by the new phone from ${inForceAt.toISOString()}, unless they say before that it was not them.`,
    );
    console.log('The old phone and e-mail hear of it now. For 72 hours more nothing is paid out to them.');
  } finally {
    clocks?.stop();
    await database.close();
  }
});
