/** A reason not to start, told in one sentence to the person who started the program. No stack trace helps them. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** Runs a program's main function; a `StartupError` becomes its sentence on standard error and exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
