import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../apps/server/src/config/tokens.ts';
import { tellFigures } from '../apps/server/src/test/figures.ts';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { jpegPicture } from '../apps/server/src/test/pictures.ts';
import { type Containers, startPodman } from './containers/podman.ts';
import { bringStandIns } from './containers/stand-ins.ts';
import { backupsOfRunbook, commandsOfPage } from './first-server/page.ts';
import { copyRepository } from './first-server/supplies.ts';

const MINUTES = 60_000;
/** Caddy asks no authority about names that end so, and curl no server. */
const NAME = 'sathi.localhost';
const PHONE = '+12025550199';
const SERVER = '$(podman ps --all --quiet --filter name=server)';
const IMAGE = `$(podman inspect --format '{{.Image}}' ${SERVER})`;

/** The statements that make a person who has just signed in. */
function personOf(token: string): string {
  const subject = randomUUID();
  return `begin;
insert into identities (subject, phone, email, password_hash, phone_verified_at, created_at)
  values ('${subject}', '+8801600000001', 'photographer@example.org', 'none', now(), now());
insert into users (subject, first_name, last_name, phone, email, created_at)
  values ('${subject}', 'Salma', 'Khatun', '+8801600000001', 'photographer@example.org', now());
insert into sessions (subject, access_token_hash, access_expires_at, refresh_token_hash, refresh_expires_at, ends_at, created_at, refreshed_at)
  values ('${subject}', '${hashToken(token)}', now() + interval '1 day', '${hashToken(newToken())}', now() + interval '1 day', now() + interval '1 day', now(), now());
commit;
`;
}

describe.skipIf(!NEEDS.containers.isMet())('the Containerfile and compose.yml, started by Podman', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sathi-containers-'));
  const [bringUp = '', addStaff = ''] = (commandsOfPage().get('In containers') ?? '')
    .replaceAll('YOUR.NAME', NAME)
    .split(/(?=^docker compose exec)/m);
  let containers: Containers;

  beforeAll(async () => {
    containers = await startPodman(folder);
    await bringStandIns(containers, folder);
    copyRepository(path.join(folder, 'sathi'));
  }, 20 * MINUTES);

  afterAll(async () => {
    await containers?.end();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTES);

  const run = (commands: string, within = 'sathi') => containers.run(commands, path.join(folder, within));
  const compose = (commands: string) => run(commands, 'sathi/operation/container');

  async function ask(address: string, body?: unknown): Promise<{ status: number; text: string }> {
    const sent = body === undefined ? '' : `--json '${JSON.stringify(body)}'`;
    const said = await run(
      `curl --silent --cacert authority.crt --write-out '\n%{http_code}' ${sent} https://${NAME}${address}`,
    );
    const end = said.lastIndexOf('\n');
    return { status: Number(said.slice(end)), text: said.slice(0, end) };
  }

  async function signIn(password: string) {
    return JSON.parse((await ask('/api/identity/sign-in', { username: PHONE, password })).text).data;
  }

  /** The bytes that are shown there, by their hash. */
  const shownAt = (address: string) =>
    run(`curl --silent --fail --cacert authority.crt https://${NAME}${address} | sha256sum`);

  /**
   * Sends a picture as a person who is signed in; an officer would need a second factor. @returns where the picture is
   * shown
   */
  async function sendPicture(): Promise<string> {
    const token = newToken();
    writeFileSync(path.join(folder, 'sathi/person.sql'), personOf(token));
    writeFileSync(path.join(folder, 'sathi/photo.jpg'), await jpegPicture());
    await run(
      `podman exec --interactive $(podman ps --quiet --filter name=database) psql --username=sathi --set=ON_ERROR_STOP=1 < person.sql`,
    );
    const sent = await run(
      `curl --silent --show-error --fail-with-body --cacert authority.crt --upload-file photo.jpg --header 'content-type: image/jpeg' \
        --header 'authorization: Bearer ${token}' --header 'idempotency-key: ${randomUUID()}' https://${NAME}/files/profileImages/photo.jpg`,
    );
    return JSON.parse(sent).data.url;
  }

  /** Seconds until the product says through Caddy that it is ready. */
  async function becomesReady(): Promise<number> {
    const startMs = Date.now();
    await run(
      `while [ $SECONDS -lt 120 ]; do
        podman exec $(podman ps --quiet --filter name=proxy) cat /data/caddy/pki/authorities/local/root.crt > authority.crt &&
          curl --silent --fail --max-time 30 --cacert authority.crt https://${NAME}/readyz && exit
        sleep 1
      done
      podman ps --all; podman logs ${SERVER}; exit 1`,
    );
    return (Date.now() - startMs) / 1000;
  }

  test(
    'the commands of the page end with the start page over https',
    async () => {
      const startMs = Date.now();
      await run(bringUp.replace('docker compose up', 'echo SMS_COUNTRIES=BD,US >> .env\n$&'));
      const builtMs = Date.now() - startMs;
      const seconds = await becomesReady();
      expect(await ask('/readyz')).toMatchObject({ status: 200 });
      expect(await run('curl --silent --fail http://127.0.0.1:9464/metrics')).toContain('sathi_database_up 1');
      expect((await ask('/')).text).toContain('<title>Sathi · Interest-free community loans</title>');
      expect(JSON.parse((await ask('/api/mfi?name=ROI')).text).data).toMatchObject({ smsCountries: ['BD', 'US'] });
      tellFigures(
        `the image built and started in ${(builtMs / MINUTES).toFixed(1)} minutes, ready over https ${seconds.toFixed(0)} s later; the images of Node, PostgreSQL and Caddy put together from Debian`,
      );
    },
    20 * MINUTES,
  );

  test('the server is not root, has no rights, and changes nothing but its data', async () => {
    const status = await run(`podman exec ${SERVER} cat /proc/1/status`);
    expect(status).toMatch(/^Uid:\s10001\s10001\s10001\s10001$/m);
    expect(status).toMatch(/^Gid:\s10001\s10001\s10001\s10001$/m);
    expect(status).toMatch(/^NoNewPrivs:\s1$/m);
    expect(status).toMatch(/^Cap(Inh|Prm|Eff|Bnd|Amb):\s0+$/m);
    const changed = await run(
      `for user in 0 10001; do for place in /opt/sathi /etc /usr /var/lib/sathi /tmp; do
        podman exec --user $user ${SERVER} touch $place/of-$user && echo "$user changes $place"
      done; done || true`,
    );
    expect(changed.match(/^\d+ changes .*$/gm)).toEqual([
      '0 changes /tmp',
      '10001 changes /var/lib/sathi',
      '10001 changes /tmp',
    ]);
  });

  test('the image by itself is not root either, and has no package of development', async () => {
    expect(await run(`podman image inspect --format '{{.User}}' ${IMAGE}`)).toBe('10001:10001\n');
    const packages: [string, { dev?: boolean; optional?: boolean; link?: boolean }][] = Object.entries(
      JSON.parse(readFileSync('package-lock.json', 'utf8')).packages,
    );
    const found = new Set(
      (await run(`podman exec ${SERVER} find . -path '*/node_modules/*' -name package.json -printf '%h\\n'`))
        .split('\n')
        .map((line) => line.slice('./'.length)),
    );
    const development = packages.filter(([, { dev }]) => dev === true);
    expect(development.length).toBeGreaterThan(50);
    expect(development.filter(([name]) => found.has(name)).map(([name]) => name)).toEqual([]);
    expect(found).toContain('node_modules/pg');
  });

  test(
    'an officer is added in the container, and signs in over https',
    async () => {
      const said = await compose(addStaff);
      const [, given = ''] = /^One-time password: (\S+)$/m.exec(said) ?? [];
      const { challenge, session } = await signIn(given);
      expect(challenge).toBe('NEW_PASSWORD_REQUIRED');
      const chosen = { session, newPassword: 'a river of green tea' };
      expect(await ask('/api/identity/complete-new-password', chosen)).toMatchObject({ status: 200 });
    },
    5 * MINUTES,
  );

  test(
    'the health that the image tells of follows the server, which ends by itself when asked and comes back with all it had',
    async () => {
      await run(`podman healthcheck run ${SERVER}`);
      const startMs = Date.now();
      await compose('docker compose stop');
      const seconds = (Date.now() - startMs) / 1000;
      expect(await run(`podman inspect --format '{{.State.Status}} {{.State.ExitCode}}' ${SERVER}`)).toBe('exited 0\n');
      await compose('docker compose start');
      tellFigures(
        `all stopped after ${seconds.toFixed(1)} s, ready again ${(await becomesReady()).toFixed(0)} s later`,
      );
      expect(await signIn('a river of green tea')).toMatchObject({ user: { firstName: 'Amina' } });
    },
    5 * MINUTES,
  );

  test(
    'the commands of the runbook bring back database and pictures after every volume is lost',
    async () => {
      const { backUp, bringBack } = backupsOfRunbook();
      const url = await sendPicture();
      const shown = await shownAt(url);
      await compose(backUp);
      await compose('docker compose down; podman volume rm --all --force');
      expect(await run('podman volume ls --quiet')).toBe('');

      const startMs = Date.now();
      const said = await compose(bringBack.replace('2026-03-01', '$(date --utc +%F)'));
      expect(said).toContain('The copy starts, its books agree, and every signed day stands as it was.');
      expect(said).toContain('Put into /var/lib/sathi.');
      await becomesReady();
      tellFigures(
        `database and pictures back after all volumes were lost: ${Math.round((Date.now() - startMs) / 1000)} s`,
      );
      expect(await shownAt(url)).toBe(shown);
      expect(await signIn('a river of green tea')).toMatchObject({ user: { firstName: 'Amina' } });
    },
    10 * MINUTES,
  );
});
