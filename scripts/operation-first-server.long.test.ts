import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellFigures } from '../apps/server/src/test/figures.ts';
import { NEEDS } from '../apps/server/src/test/needs.ts';
import { boot, CERTIFICATES, installDebian, type Machine } from './first-server/machine.ts';
import { commandsOfPage } from './first-server/page.ts';
import { type Asked, whilePeopleAsk } from './first-server/people.ts';
import { addLaterVersion, copyRepository, LATER, supplyNode } from './first-server/supplies.ts';

const MINUTES = 60_000;
const NAME = 'sathi.test';
const SOURCE = '/srv/sathi';
/** The certificate of Caddy's own authority: no public authority gives one to a machine that nobody can reach. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const TO_CADDY = `--silent --cacert ${AUTHORITY}`;
/** Milliseconds that the process before may take to end, with its last backup. */
const STOP_MS = 5_000;
const PHONE = '+12025550199';

const longest = (asked: readonly Asked[]) => Math.max(0, ...asked.map(({ seconds }) => seconds)).toFixed(1);

describe.skipIf(!NEEDS.freshDebian.isMet())('the page of the first server, followed on a fresh Debian', () => {
  const place = mkdtempSync(path.join(os.tmpdir(), 'sathi-first-server-'));
  const root = path.join(place, 'root');
  const steps = commandsOfPage();
  let machine: Machine;
  let nodeFrom = '';
  let folder = '/root';
  let password = '';

  beforeAll(async () => {
    installDebian(root);
    nodeFrom = await supplyNode(root);
    copyRepository(path.join(root, SOURCE));
    machine = await boot(root);
    await run(`echo 127.0.0.1 localhost ${NAME} > /etc/hosts`);
  }, 20 * MINUTES);

  afterAll(async () => {
    await machine?.end();
    rmSync(place, { recursive: true, force: true });
  }, MINUTES);

  async function run(commands: string): Promise<string> {
    const { code, said } = await machine.run(commands, folder);
    if (code !== 0) throw new Error(`ended with ${code}:\n${commands}\n${said.slice(-3000)}`);
    return said;
  }

  /** The commands of a step with the words that its reader puts in; like theirs, the shell stays where it went to. */
  async function follow(step: string): Promise<string> {
    const commands = (steps.get(step) ?? '')
      .replaceAll('https://nodejs.org/dist/', nodeFrom)
      .replaceAll('SOURCE', SOURCE)
      .replaceAll('VERSION', LATER)
      .replaceAll('YOUR.NAME', NAME);
    expect(commands).not.toBe('');
    const said = await run(`${commands}\npwd > /root/folder`);
    folder = (await run('cat /root/folder')).trim();
    return said;
  }

  async function ask(address: string, body?: unknown, token?: string): Promise<{ status: number; text: string }> {
    const sent = body === undefined ? '' : `--json '${JSON.stringify(body)}'`;
    const bearer = token === undefined ? '' : `--header 'authorization: Bearer ${token}'`;
    const said = await run(
      `curl ${TO_CADDY} --write-out '\\n%{http_code}' ${sent} ${bearer} https://${NAME}${address}`,
    );
    const [status = '', ...lines] = said.split('\n').toReversed();
    return { status: Number(status), text: lines.toReversed().join('\n') };
  }

  async function signIn(word: string) {
    const { text } = await ask('/api/identity/sign-in', { username: PHONE, password: word });
    return JSON.parse(text).data;
  }

  test(
    'steps 1 to 5 end with the start page over https',
    async () => {
      const seconds: string[] = [];
      const startMs = Date.now();
      for (const step of ['1', '2', '3', '4', '5']) {
        const sinceMs = Date.now();
        await follow(step);
        seconds.push(`step ${step} ${Math.round((Date.now() - sinceMs) / 1000)} s`);
      }
      const minutes = ((Date.now() - startMs) / MINUTES).toFixed(1);
      await run(
        `sed --in-place 's/^{$/{\\nlocal_certs\\nskip_install_trust/' /etc/caddy/Caddyfile && systemctl reload caddy
        for i in $(seq 30); do curl ${TO_CADDY} --fail https://${NAME}/readyz && break; sleep 1; done
        cat ${AUTHORITY} >> ${CERTIFICATES}`,
      );
      expect(await ask('/readyz')).toMatchObject({ status: 200 });
      expect((await ask('/')).text).toContain('<title>Sathi · Interest-free community loans</title>');
      const node = nodeFrom.startsWith('https') ? '' : '; nodejs.org not reached, its archive put together here';
      tellFigures(`${minutes} minutes from a fresh Debian to https (${seconds.join(', ')})${node}`);
    },
    20 * MINUTES,
  );

  test('the process has no rights but those of its account, and changes no file of the machine', async () => {
    const process = await run('cat /proc/$(systemctl show --property=MainPID --value sathi)/status');
    expect(process).toMatch(/^NoNewPrivs:\s1$/m);
    expect(process).toMatch(/^Seccomp:\s2$/m);
    expect(process).toMatch(/^Cap(Eff|Bnd|Prm):\s0+$/m);
    const shut = await run(
      'nsenter --mount --target $(systemctl show --property=MainPID --value sathi) sh -c "touch /opt/sathi/x || touch /etc/x || ls -A /home /root"',
    );
    expect(shut).toMatch(/opt\/sathi\/x': Read-only file system[\s\S]*etc\/x': Read-only file system/);
    expect(shut).toMatch(/\/root:\n?$/);
  });

  test(
    'step 6 prints a one-time password, with which the officer signs in',
    async () => {
      const said = await follow('6');
      const [, given = ''] = /^One-time password: (\S+)$/m.exec(said) ?? [];
      // Caddy 2.6 of Debian 12 holds back what is read while the server starts, and refuses what is sent.
      expect(await ask('/readyz')).toMatchObject({ status: 200 });
      const first = await signIn(given);
      expect(first).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' });
      password = 'a river of green tea';
      const chosen = { session: first.session, newPassword: password };
      const { text } = await ask('/api/identity/complete-new-password', chosen);
      expect(JSON.parse(text).data.user).toMatchObject({ firstName: 'Amina', userMfis: [{ mfiName: 'ROI' }] });
    },
    5 * MINUTES,
  );

  test(
    'the folder of backups has a copy that starts and adds up',
    async () => {
      const said = await run(
        `systemctl stop sathi
        export NODE_ENV=production DATA_DIR=/var/lib/sathi BACKUP_DIR=/var/backups/sathi PUBLIC_URL=https://${NAME}
        setpriv --reuid=sathi --regid=sathi --clear-groups npm run restore -- --verify
        systemctl start sathi`,
      );
      expect(said).toContain('The copy starts, its books agree');
    },
    5 * MINUTES,
  );

  test(
    'an update keeps readers waiting for seconds, and tells those who send when to come back',
    async ({ onTestFailed }) => {
      onTestFailed(async () => {
        const { said } = await machine.run('journalctl --no-pager --unit sathi --unit caddy --lines 2000');
        console.log(said.replaceAll(/^.*"msg":"(answered|refused)".*\n/gm, ''));
      });
      addLaterVersion(path.join(root, SOURCE));
      const site = `https://${NAME}`;
      expect(await ask('/readyz')).toMatchObject({ status: 200 });
      const { reads, changes } = await whilePeopleAsk({ run, curl: TO_CADDY, site }, () => follow('An update'));
      const restart = await run('date --date "$(systemctl show --property=ActiveEnterTimestamp --value sathi)" +%s');
      const beganMs = Number(restart) * 1000 - STOP_MS;
      const early = reads.filter(({ atMs }) => atMs < beganMs);
      const refused = changes.filter(({ answer }) => answer !== '401');
      tellFigures(
        `an update: ${early.length} pages while it is put together, the longest wait ${longest(early)} s; at the restart ${longest(reads)} s, and ${refused.length} of ${changes.length} changes were told to come back, after ${longest(refused)} s at most`,
      );
      expect(early.length).toBeGreaterThan(20);
      expect(early.filter(({ seconds }) => seconds > 3)).toEqual([]);
      expect(reads.filter(({ answer, seconds }) => answer !== '200' || seconds > 15)).toEqual([]);
      expect(
        refused.filter(({ atMs, answer, seconds }) => atMs < beganMs || answer !== '503 5' || seconds > 3),
      ).toEqual([]);
      expect((await ask('/')).text).toContain(LATER);
    },
    10 * MINUTES,
  );

  test(
    'the version before takes its place again, on the database of the later one',
    async () => {
      await follow('Back to the version before');
      expect(await ask('/readyz')).toMatchObject({ status: 200 });
      expect((await ask('/')).text).not.toContain(LATER);
      expect(await signIn(password)).toMatchObject({ user: { firstName: 'Amina' } });
    },
    5 * MINUTES,
  );

  test(
    'a machine whose power failed comes back by itself with all it had',
    async () => {
      await machine.end();
      machine = await boot(root);
      await run('curl --silent --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/readyz');
      await run(`curl ${TO_CADDY} --fail --retry 30 --retry-all-errors --retry-delay 1 https://${NAME}/readyz`);
      expect(await signIn(password)).toMatchObject({ user: { firstName: 'Amina' } });
    },
    5 * MINUTES,
  );
});
