import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMAGE_BYTES_MAX } from '@sathi/contract/files.ts';
import { STATEMENT_BYTES_MAX } from '@sathi/domain/statement-files.ts';
import { expect, test } from 'vitest';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { freePort, startNginx } from '../apps/server/src/test/nginx.ts';

const OPERATION = path.resolve(import.meta.dirname, '../operation');
const read = (name: string) => readFileSync(path.join(OPERATION, name), 'utf8');

test('every variable that the examples set is one that the server reads', () => {
  const known = [...readFileSync(path.join(OPERATION, '../.env.example'), 'utf8').matchAll(/^([A-Z_0-9]+)=/gm)];
  const names = new Set(known.map(([, name]) => name));
  const server = read('container/compose.yml').split('\n  server:')[1]?.split('\n  proxy:')[0] ?? '';
  const set = [
    ...[...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name),
    ...[...read('container/Containerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.match(/[A-Z_]+(?==)/g),
    ),
    ...[...read('systemd/sathi.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.match(/[A-Z_]+(?==)/g),
    ),
  ];
  expect(set.length).toBeGreaterThan(12);
  // Node itself reads this one.
  expect(set.filter((name) => name !== 'NODE_COMPILE_CACHE' && !names.has(name ?? ''))).toEqual([]);
});

test('the server of the containers is given every other setting that `.env` holds', () => {
  const [, server = ''] = /^ {2}server:\n([^]*?)^ {2}proxy:/m.exec(read('container/compose.yml')) ?? [];
  expect(server).toMatch(/^ {4}env_file: \.env$/m);
});

test('the settings that the image is made with hold against a copy of `.env.example`', () => {
  const [, server = ''] = /^ {2}server:\n([^]*?)^ {2}proxy:/m.exec(read('container/compose.yml')) ?? [];
  const [, line = ''] = /^ENV (.*)$/m.exec(read('container/Containerfile')) ?? [];
  const settings = [...line.split(' ').filter((each) => !each.startsWith('NODE_COMPILE_CACHE')), "PORT='3000'"];
  for (const setting of settings) expect(server).toContain(`\n      ${setting.replace('=', ': ')}\n`);
  expect(settings).toHaveLength(4);
});

test('the figures of the server in containers are where Prometheus on the same machine asks for them, and no further', () => {
  const [, target = ''] = /targets: \['(127\.0\.0\.1:\d+)'\]\n$/.exec(read('prometheus/prometheus.yml')) ?? [];
  const port = target.split(':')[1];
  const [, server = ''] = /^ {2}server:\n([^]*?)^ {2}proxy:/m.exec(read('container/compose.yml')) ?? [];
  expect(server).toContain(`\n      METRICS_PORT: '${port}'\n`);
  expect(server).toContain(`\n    ports: ['${target}:${port}']\n`);
});

test('the image runs as nobody of the machine, without development packages', () => {
  const lines = read('container/Containerfile');
  expect(lines).toMatch(/^USER \d{5}:\d{5}$/m);
  expect(lines).toContain('npm ci --omit=dev');
  expect(read('container/compose.yml')).toMatch(/read_only: true[\s\S]*cap_drop: \[ALL\]/);
});

test('each container has a log that ends at a size', () => {
  const compose = read('container/compose.yml');
  expect(compose).toMatch(/^x-logging: &logging \{ .*max-size: \d+m, max-file: '\d' \} \}$/m);
  const services = compose.match(/^ {4}(image|build):/gm) ?? [];
  expect(services.length).toBeGreaterThan(2);
  expect(compose.match(/^ {4}logging: \*logging$/gm)).toHaveLength(services.length);
});

test('nginx logs no address, in any of its servers', () => {
  const servers = read('proxies/nginx.conf')
    .split(/^server \{$/m)
    .slice(1);
  expect(servers.length).toBeGreaterThan(1);
  for (const server of servers) expect(server).toContain('\n    access_log off;\n');
});

test.skipIf(!NEEDS.proxies.isMet())('Caddy takes its files, and nginx its own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-proxies-'));
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { stdio: 'pipe', env: { ...process.env, SITE: 'sathi.example', HOME: folder } });
  const at = (name: string) => path.join(folder, name);
  try {
    for (const file of ['proxies/Caddyfile', 'container/Caddyfile']) {
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', path.join(OPERATION, file)]);
    }
    const [key, certificate] = [at('privkey.pem'), at('fullchain.pem')];
    run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=a',
    ]);
    writeFileSync(
      at('site.conf'),
      read('proxies/nginx.conf').replaceAll('/etc/letsencrypt/live/sathi.example', folder),
    );
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(name)};`);
    writeFileSync(
      at('nginx.conf'),
      `pid ${at('pid')}; error_log stderr; events {} http { access_log off; ${paths.join(' ')} include ${at('site.conf')}; }`,
    );
    expect(run('nginx', ['-t', '-p', folder, '-c', at('nginx.conf')])).toHaveLength(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Caddy with one of the shipped files in front of a process that listens there, or will. */
async function startCaddy(name: string, upstream: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = read(name)
    .replace(/^\{$/m, '{\nadmin off\ndefault_bind 127.0.0.1')
    .replace(/^\S+ \{$/m, `${url} {`)
    .replaceAll(/(?<= )(127\.0\.0\.1|server):3000/g, `127.0.0.1:${upstream}`);
  writeFileSync(path.join(folder, 'Caddyfile'), file);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder };
  const caddy = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let logged = '';
  caddy.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  await expect.poll(() => fetch(url, { method: 'POST' }).catch(() => null), { timeout: 20_000 }).not.toBe(null);
  const close = async (): Promise<void> => {
    const ended = once(caddy, 'exit');
    caddy.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url, close, logged: () => logged };
}

test.skipIf(!NEEDS.proxies.isMet())(
  'Caddy holds back what is read until the process is there, and tells those who send when to come back',
  async () => {
    const upstream = await freePort();
    const caddy = await startCaddy('proxies/Caddyfile', upstream);
    const server = createServer((request, response) => void request.resume().once('end', () => response.end('here')));
    const ask = (method: string) => fetch(caddy.url, { method, ...(method === 'POST' && { body: '{}' }) });
    try {
      const away = await ask('POST');
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
      const read = ask('GET');
      expect(await Promise.race([read, sleep(500, 'waits')])).toBe('waits');
      server.listen(upstream, '127.0.0.1');
      expect(await (await read).text()).toBe('here');
      expect(await (await ask('POST')).text()).toBe('here');
    } finally {
      await caddy.close();
      server.closeAllConnections();
      server.close();
    }
  },
  20_000,
);

test.skipIf(!NEEDS.proxies.isMet()).each(['proxies/Caddyfile', 'container/Caddyfile'])(
  'Caddy with %s logs no address of a visitor or a request, also when one goes away in the middle of an answer',
  async (name) => {
    const server = createServer((_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 20);
      response.once('close', () => clearInterval(timer));
    });
    const upstream = await freePort();
    const caddy = await startCaddy(name, upstream);
    const address = `${caddy.url}/api/users/export.zip?token=of-all-my-data`;
    try {
      expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(503);
      server.listen(upstream, '127.0.0.1');
      const leaving = new AbortController();
      const [asked] = await Promise.all([once(server, 'request'), fetch(address, { signal: leaving.signal })]);
      leaving.abort();
      await once(asked[1], 'close');
      await sleep(500);
      expect(caddy.logged()).toContain('serving initial configuration');
      expect(caddy.logged()).not.toMatch(/of-all-my-data|export\.zip|remote_|->|incomplete response/);
    } finally {
      await caddy.close();
      server.closeAllConnections();
      server.close();
    }
  },
  20_000,
);

test.skipIf(!NEEDS.proxies.isMet()).each(['proxies/Caddyfile', 'container/Caddyfile', 'proxies/nginx.conf'])(
  'a statement and a picture of the most bytes that the server takes pass through %s, and nothing else as large',
  async (name) => {
    const server = createServer((request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length)).once('end', () => response.end(String(bytes)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = name.endsWith('nginx.conf')
      ? await startNginx([port], { isPlain: true })
      : await startCaddy(name, port);
    const send = async (address: string, bytes: number) => {
      const answer = await fetch(`${proxy.url}${address}`, { method: 'POST', body: Buffer.alloc(bytes) });
      const text = await answer.text();
      return answer.ok ? Number(text) : answer.status;
    };
    try {
      expect(await send('/api/mfi/statements?accountId=1', STATEMENT_BYTES_MAX)).toBe(STATEMENT_BYTES_MAX);
      expect(await send('/files/profileImages/photo.jpg', IMAGE_BYTES_MAX)).toBe(IMAGE_BYTES_MAX);
      expect(await send('/files/profileImages/photo.jpg', 12_000_000)).toBe(413);
    } finally {
      await proxy.close();
      server.closeAllConnections();
      server.close();
    }
  },
  60_000,
);

test.skipIf(!NEEDS.proxies.isMet())(
  'nginx lets 128 requests into a process, tells the others at once when to come back, and counts no stream',
  async () => {
    const open: ServerResponse[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/healthz') response.end();
      else open.push(response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const nginx = await startNginx([(server.address() as AddressInfo).port], { isPlain: true });
    const ask = (address: string) => fetch(`${nginx.url}${address}`);
    try {
      const streams = Array.from({ length: 20 }, () => ask('/api/messages/unread/stream'));
      const asked = Array.from({ length: 200 }, () => ask('/api/borrow/openProposals'));
      const refused: Response[] = [];
      for (const answer of asked) void answer.then((each) => each.status === 503 && refused.push(each));
      await expect.poll(() => open.length).toBe(20 + 128);
      await expect.poll(() => refused.length).toBe(200 - 128);
      expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
      for (const response of open) response.end('here');
      const answers = await Promise.all([...streams, ...asked]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20 + 128);
      expect(await (await ask('/healthz')).text()).toBe('');
      expect(nginx.logged()).toBe('');
    } finally {
      await nginx.close();
      server.closeAllConnections();
      server.close();
    }
  },
  20_000,
);
