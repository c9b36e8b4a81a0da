import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The browser opens the first; the second is the API behind it. */
const WEB_PORT = Number(process.env.PORT ?? 3000);
const API_PORT = WEB_PORT + 1;

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(API_PORT), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}` },
});

const target = `http://127.0.0.1:${API_PORT}`;
const web = await createServer({
  configFile: path.join(ROOT, 'apps/web/vite.config.ts'),
  server: {
    port: WEB_PORT,
    strictPort: true,
    proxy: { '/api': target, '/files': target, '/dev/inbox': target, '/healthz': target, '/readyz': target },
  },
});
await web.listen();
web.printUrls();

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  api.kill('SIGTERM');
  void web.close().then(() => process.exit());
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
api.once('exit', stop);
