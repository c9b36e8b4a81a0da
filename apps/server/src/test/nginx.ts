import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLE = fileURLToPath(new URL('../../../../operation/proxies/nginx.conf', import.meta.url));
const START_MS = 20_000;
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export type ProxyAnswer = { readonly status: number; readonly body: string };
export type Nginx = {
  readonly url: string;
  /** A request as a browser sends it, over connections that are kept. @throws Error when the connection broke */
  readonly ask: (method: string, path: string, headers: Record<string, string>, body?: string) => Promise<ProxyAnswer>;
  /** The lines of the access log, which is on by itself. */
  readonly logged: () => string;
  readonly close: () => Promise<void>;
};

type Options = {
  /** Serves without a certificate, for a load that is to cost its sender little. */
  readonly isPlain?: boolean;
};

/** nginx with the shipped example in front of these processes, on a free port and with a certificate of its own. */
export async function startNginx(ports: readonly number[], { isPlain = false }: Options = {}): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sathi-nginx-'));
  const at = (name: string) => path.join(folder, name);
  const port = await freePort();
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', at('privkey.pem')];
  const args = ['req', '-x509', ...key, '-out', at('fullchain.pem'), '-subj', '/CN=sathi.example'];
  execFileSync('openssl', args, { stdio: 'ignore' });
  fs.writeFileSync(at('site.conf'), siteOf(fs.readFileSync(EXAMPLE, 'utf8'), { folder, port, ports, isPlain }));
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${at(name)};`).join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} pid ${at('pid')}; error_log stderr; daemon off; worker_rlimit_nofile 20000; events { worker_connections 8192; } http { access_log ${at('access.log')}; ${paths} include ${at('site.conf')}; }`;
  fs.writeFileSync(at('nginx.conf'), main);
  const nginx = spawn('nginx', ['-p', folder, '-c', at('nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const ended = once(nginx, 'exit');
  const { Agent, request } = isPlain ? http : https;
  const agent = new Agent({
    keepAlive: true,
    ...(!isPlain && { rejectUnauthorized: false, servername: 'sathi.example' }),
  });
  const url = `${isPlain ? 'http' : 'https'}://127.0.0.1:${port}`;

  const ask: Nginx['ask'] = (method, address, headers, body) =>
    new Promise((resolve, reject) => {
      const options = { agent, method, headers: { host: 'sathi.example', ...headers } };
      const asked = request(`${url}${address}`, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const close = async (): Promise<void> => {
    agent.destroy();
    nginx.kill('SIGTERM');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  await waitFor(
    () => ask('GET', '/healthz', {}),
    () => nginx.exitCode !== null,
  ).catch(async (error: unknown) => {
    await close();
    throw new Error(`nginx did not start: ${said}`, { cause: error });
  });
  return { url, ask, logged: () => fs.readFileSync(at('access.log'), 'utf8'), close };
}

/** The example with these processes, this port and this folder of certificates; plain http and IPv6 are left out. */
function siteOf(
  example: string,
  { folder, port, ports, isPlain }: Required<Options> & { folder: string; port: number; ports: readonly number[] },
): string {
  const servers = (_: string, options: string) => ports.map((own) => `server 127.0.0.1:${own}${options}`).join('\n');
  return example
    .replaceAll(/^ +server 127\.0\.0\.1:3000(.*)$/gm, servers)
    .replace(/^server \{\n +listen 80;[^]*?^\}\n/m, '')
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}${isPlain ? '' : ' ssl'}`)
    .replaceAll(/^ +ssl_.*\n/gm, isPlain ? '' : '$&')
    .replace('/var/log/nginx/error.log', 'stderr')
    .replaceAll('/etc/letsencrypt/live/sathi.example', folder);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function waitFor(work: () => Promise<unknown>, isHopeless: () => boolean): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (isHopeless() || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
