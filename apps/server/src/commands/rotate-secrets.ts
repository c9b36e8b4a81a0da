// Seals everything in the database with the newest secret. May be stopped and run again: npm run secrets:rotate
import { readConfig } from '../config/config.ts';
import { readAppSecret } from '../config/secret.ts';
import { runProgram } from '../errors/startup-error.ts';
import { openForCommand, refuseMissingSecret } from './open-for-command.ts';
import { rotateSecrets } from './rotate.ts';

await runProgram(async () => {
  const config = readConfig(process.env);
  refuseMissingSecret(config);
  const database = await openForCommand(config);
  try {
    const secret = readAppSecret(config);
    const { unreadable } = await rotateSecrets({
      db: database.db,
      secret,
      chainSecrets: config.chain.keySecrets,
      say: (line) => console.log(line),
    });
    if (unreadable > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
