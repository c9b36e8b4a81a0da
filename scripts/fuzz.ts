// Sends the product requests made from its own document: npm run fuzz [-- --seconds 120] [officer …]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { SEED_PASSWORD } from '../apps/server/src/config/production.ts';
import { PEOPLE } from '../apps/server/src/seed/people.ts';
import { findingsOf } from './fuzz/findings.ts';
import { documentForTool, findTool, judgedHereOf, runTool } from './fuzz/schemathesis.ts';

/** The exit code of what was left out, as `scripts/proof.ts` reads it. */
const NOT_RUN = 75;
const MAIN = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');
const READY = /^Sathi is ready at (http:\S+)$/;
/** The longest run in seconds: below the ten minutes that a token lives. */
const SECONDS_MAX = 540;
/** The only variables of the environment that the product gets: a real database or mail server is never played on. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];
const { rahima, farida, anita, subrata } = PEOPLE;
/** The two of the office are at the institution that the examples of the document name. */
const ACTORS = { visitor: null, borrower: rahima, investor: farida, officer: anita, manager: subrata } as const;
type Actor = keyof typeof ACTORS;

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: process.env['MODEL_SEED'] ?? '1' },
  },
  allowPositionals: true,
});
const seconds = Math.min(Number(values.seconds), SECONDS_MAX);
const actors = (Object.keys(ACTORS) as Actor[]).filter(
  (actor) => positionals.length === 0 || positionals.includes(actor),
);
const ending = new AbortController();
const tool = findTool();
if (tool === null) {
  console.log(
    'not run here: Schemathesis, a program in Python, is not installed (pip install schemathesis, or SCHEMATHESIS=its folder)',
  );
  process.exitCode = NOT_RUN;
} else if (!(seconds >= 1) || actors.length === 0) {
  console.error(`Usage: npm run fuzz [-- --seconds 120] [${Object.keys(ACTORS).join(' ')}]`);
  process.exitCode = 2;
} else {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sathi-fuzz-'));
  const server = startServer(folder);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  try {
    const origin = await addressOf(server);
    console.log(`figures: seed ${values.seed}`);
    let found = 0;
    for (const actor of actors) found += await fuzzAs(tool, actor, origin, folder);
    console.log(
      found === 0 ? '\nEvery answer was as the document says.' : `\n${found} answers were not as the document says.`,
    );
    process.exitCode = found === 0 ? 0 : 1;
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

function startServer(folder: string): ChildProcess {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...Object.fromEntries(kept),
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      SEED: 'demo',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  });
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('the server has no output');
  const lines = createInterface(server.stdout);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const address = READY.exec(line)?.[1];
      if (address !== undefined) resolve(address);
      // Errors of the log.
      else if (line.startsWith('{')) console.error(line);
    });
    lines.once('close', () => reject(new Error('the server ended before it listened')));
  });
}

async function fuzzAs(found: NonNullable<typeof tool>, actor: Actor, origin: string, folder: string): Promise<number> {
  const token = await tokenOf(ACTORS[actor], origin);
  const document = path.join(folder, 'openapi.json');
  const report = path.join(folder, `${actor}.ndjson`);
  const whole = await (await fetch(`${origin}/api/openapi.json`)).json();
  await writeFile(document, JSON.stringify(documentForTool(whole)));
  const { hasEnded, said } = await runTool(found, {
    document,
    origin,
    token,
    report,
    folder,
    seconds,
    seed: values.seed,
    signal: ending.signal,
  });
  const { requests, calls, findings } = findingsOf(await readFile(report, 'utf8'), judgedHereOf(whole));
  console.log(
    `\nfigures: ${actor} ${requests} requests of ${calls} calls, ${findings.length} not as the document says`,
  );
  const isWhole = hasEnded && requests > 0;
  if (!isWhole) console.log(`The tool did not come to its end:\n${said}`);
  for (const { call, check, count, request, answer } of findings) {
    console.log(`\n  ${call}: ${check}${count > 1 ? `, ${count} times` : ''}\n    ${request}\n    ${answer}`);
  }
  return findings.length + (isWhole ? 0 : 1);
}

async function tokenOf(person: { readonly phone: string } | null, origin: string): Promise<string | null> {
  if (person === null) return null;
  const answer = await fetch(`${origin}/api/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person.phone, password: SEED_PASSWORD }),
  });
  const { data } = (await answer.json()) as { data?: { accessToken?: string } };
  if (data?.accessToken === undefined) throw new Error(`${person.phone} could not sign in with the password alone`);
  return data.accessToken;
}
