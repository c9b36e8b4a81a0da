/**
 * A process of its own for reading statements of strangers. It has only the bytes it is handed and the few facts of the
 * task: no database, no secret, no configuration. If it breaks, the server only loses a file.
 */
import { StatementRefused } from './refused.ts';
import { readStatement } from './read-statement.ts';
import { MEMORY_EXIT_CODE, type StatementMessage, type StatementTask } from './statement-messages.ts';

/** The lines that are sent at once. */
const LINES_TOGETHER = 1_000;
const LOOKS_EVERY_MS = 100;

const { task, memoryBytesMax } = JSON.parse(process.argv[2] ?? '') as { task: StatementTask; memoryBytesMax: number };

// The server ends this process once it has the answer; or it has gone itself.
process.on('disconnect', () => process.exit(0));
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax) process.exit(MEMORY_EXIT_CODE);
}, LOOKS_EVERY_MS).unref();
await send('ready');
await send(await answer());

async function answer(): Promise<StatementMessage> {
  const lines: Extract<StatementMessage, { lines: unknown }>['lines'][number][] = [];
  let sentBytes = 0;
  try {
    const done = await readStatement(await input(), task, async (line, readBytes) => {
      lines.push(line);
      sentBytes = readBytes;
      if (lines.length === LINES_TOGETHER) await send({ lines: lines.splice(0), readBytes });
    });
    if (lines.length > 0) await send({ lines, readBytes: sentBytes });
    return { done };
  } catch (error) {
    if (error instanceof StatementRefused) return { refusal: error.refusal };
    throw error;
  }
}

/** All bytes: whether they are UTF-8 is known at the last one. */
async function input(): Promise<Buffer> {
  const bytes = Buffer.alloc(task.bytes);
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) length += chunk.copy(bytes, length);
  return bytes.subarray(0, length);
}

/** Waits until the server has taken it, so that lines do not gather here. */
function send(message: StatementMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
