/**
 * Tries all that somebody would who has taken over the decoder of pictures or the reader of statements. It answers with
 * what it got: as a placeholder, or as headers.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

function attempt(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}

function attempts(): object {
  return {
    environment: Object.keys(process.env),
    parent: attempt(() => fs.readFileSync(`/proc/${process.ppid}/environ`, 'utf8')),
    self: attempt(() => fs.readFileSync('/proc/self/environ', 'utf8')),
    server: attempt(() => fs.readFileSync(fileURLToPath(new URL('../main.ts', import.meta.url)), 'utf8')),
    accounts: attempt(() => fs.readFileSync('/etc/passwd', 'utf8')),
    listing: attempt(() => fs.readdirSync('/')),
    writing: attempt(() => fs.writeFileSync('/tmp/sathi-malicious-decoder', 'x')),
    program: attempt(() => execFileSync('/bin/cat', [`/proc/${process.ppid}/environ`])),
    thread: attempt(() => new Worker('process.exit()', { eval: true })),
  };
}

process.on('message', () => {
  process.send?.({ picture: { width: 1, height: 1, blur: JSON.stringify(attempts()), made: {} } });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
// The reader of statements begins by itself.
if ('task' in JSON.parse(process.argv[2] ?? '{}')) {
  process.send?.({ refusal: { code: 'mapping_needed', headers: attempts() } });
}
