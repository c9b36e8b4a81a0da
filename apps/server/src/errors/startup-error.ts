import { startupSentence } from './startup-sentence.ts';

/** A reason not to start, told in one sentence to the person who started the program. No stack trace helps them. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/**
 * Runs a program's main function; a `StartupError`, and a disk or database that cannot be used, becomes one sentence on standard
 * error and exit code 1.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const sentence = error instanceof StartupError ? error.message : startupSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}
