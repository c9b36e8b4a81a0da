import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ratePerSecond } from './measure.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type HttpLoad = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The requests to send in turn, over and over. */
  readonly requests: readonly HttpRequest[];
  /** Gives each request an `Idempotency-Key` of its own. */
  readonly withKeys?: boolean;
};

const hasWrk = ((): boolean => {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' });
  } catch (error) {
    // It prints its version with an exit code of 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
  return true;
})();

let rounds = 0;

/**
 * Answers per second over keep-alive connections. `wrk` asks when it is installed: a client in this process would need as much
 * of the machine as the server. @throws Error when any answer is not a success
 */
export async function loadOverHttp(load: HttpLoad): Promise<number> {
  rounds += 1;
  return hasWrk ? loadWithWrk(load) : loadFromHere(load);
}

async function loadWithWrk({ url, connections, seconds, requests, withKeys }: HttpLoad): Promise<number> {
  const script = path.join(os.tmpdir(), `sathi-bench-${process.pid}.lua`);
  const table = requests.map(
    ({ method, path: where, headers = {}, body }) =>
      `{${lua(method)}, ${lua(where)}, {${Object.entries(headers)
        .map(([name, value]) => `[${lua(name)}] = ${lua(value)}`)
        .join(', ')}}, ${body === undefined ? 'nil' : lua(body)}}`,
  );
  const key = withKeys ? `r[3]["idempotency-key"] = "bench-${rounds}-" .. next` : '';
  fs.writeFileSync(
    script,
    `local requests = {${table.join(',\n')}}
local next = 0
request = function()
  next = next + 1
  local r = requests[(next - 1) % #requests + 1]
  ${key}
  return wrk.format(r[1], r[2], r[3], r[4])
end`,
  );
  try {
    const options = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '10s', '-s', script, url];
    const { stdout } = await promisify(execFile)('wrk', options);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`not every answer was a success:\n${stdout}`);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    fs.rmSync(script);
  }
}

function lua(text: string): string {
  return JSON.stringify(text);
}

async function loadFromHere({ url, connections, seconds, requests, withKeys }: HttpLoad): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  try {
    return await ratePerSecond(connections, seconds, () => {
      const request = requests[next % requests.length] as HttpRequest;
      next += 1;
      return ask(agent, url, request, withKeys ? { 'idempotency-key': `bench-${rounds}-${next}` } : {});
    });
  } finally {
    agent.destroy();
  }
}

function ask(
  agent: http.Agent,
  url: string,
  { method, path: where, headers, body }: HttpRequest,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...headers, ...more } };
    const request = http.request(new URL(where, url), options, (response) => {
      response.resume();
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${where} was answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}
