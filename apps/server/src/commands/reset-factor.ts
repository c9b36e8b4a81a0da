// Takes a lost second factor away from an account; its person sets another up at the next sign-in:
// npm run staff:reset-factor -- --phone +8801712345678
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { migrate } from '../db/migrate.ts';
import { runProgram, StartupError } from '../errors/startup-error.ts';
import { resetFactor } from '../features/identity/reset-factor.ts';
import { openForCommand, refuseMissingSecret } from './open-for-command.ts';

function readPhone(): string {
  try {
    const { phone } = parseArgs({ options: { phone: { type: 'string' } } }).values;
    if (phone !== undefined) return phone;
  } catch {
    // An unknown option: the usage says which there is.
  }
  throw new StartupError('Usage: npm run staff:reset-factor -- --phone +8801712345678');
}

await runProgram(async () => {
  const phone = readPhone();
  const config = readConfig(process.env);
  refuseMissingSecret(config);
  const database = await openForCommand(config);
  try {
    await migrate(database.db);
    await resetFactor({ db: database.db, secret: readAppSecret(config), config }, phone, new Date());
    console.log('The second factor and its recovery codes are gone, and every session has ended.');
    console.log('Ask for an ID paper before you hand the account back: at the next sign-in the password is enough.');
  } finally {
    await database.close();
  }
});
