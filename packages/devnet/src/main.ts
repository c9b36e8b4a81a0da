import { DirectoryInUse } from './chain/directory-lock.ts';
import { JournalError } from './chain/journal.ts';
import { type Command, readCommandLine, USAGE, UsageError } from './command-line.ts';
import { openDevnet } from './devnet.ts';

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command) await start(command);
  else console.log(USAGE);
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(`casper-devnet: ${error.message}`);
  process.exitCode = 1;
}

async function start({ port, devnet: options }: Command): Promise<void> {
  const devnet = await openDevnet(options);
  const { url } = await devnet.listen(port);
  console.log(`${options.chainName} at ${url}, block ${devnet.chain.tip.height}, kept in ${options.dataDir}`);
  for (const { publicKeyHex } of options.genesis) console.log(`account ${publicKeyHex}`);
  const stop = () => void devnet.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function isExpected(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof JournalError || error instanceof DirectoryInUse) return true;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
