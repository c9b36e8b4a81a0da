import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usePlace } from './place.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
/** Stands for the shell that `npm start` puts in between: it starts the server and passes no signal on. */
const SHELL = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' })`;

const place = usePlace();

test('when the shell of npm start is ended, the server drains and ends too', async () => {
  const shell = spawn(process.execPath, ['-e', SHELL, MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SEED: 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      CHAIN: 'off',
      npm_lifecycle_event: 'start',
      ...place.env(),
    },
  });
  const lines = createInterface(shell.stdout);
  const url = await new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const address = /^Sathi is ready at (http:\S+)$/.exec(line)?.[1];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  shell.kill('SIGTERM');

  // The server holds the other end of the pipe, so the output closes only when it has ended.
  await new Promise((resolve) => lines.once('close', resolve));
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});
