import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { enterKey, keysOf, pressAt } from './actions.ts';
import { type Program, startProgram } from './program.ts';
import { type Browser, expressionOf, HEIGHT, resultOf, type Tab } from './tab.ts';

/** Debian’s small browser around WebKitGTK, which its driver starts. */
const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
/** Its row of buttons would keep every window at 447 px or more. */
const NARROW = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 4px; }';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Send = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;
type Part = { readonly stop: () => Promise<void> };

/** Drives WebKitGTK by its driver. A driver has one session and a session one store, so each person gets a browser and a screen. */
export async function startWebKit(): Promise<Browser> {
  const started: Part[] = [];
  return {
    open: async (width) => {
      const screen = await startScreen(width);
      started.unshift(screen);
      const driver = await startDriver(screen.said);
      started.unshift(driver);
      const { send, end } = await openSession(`http://127.0.0.1:${driver.port}`);
      started.unshift({ stop: end });
      await send('POST', '/window/rect', { x: 0, y: 0, width, height: HEIGHT });
      return tabOf(send);
    },
    close: async () => {
      for (const part of started) await part.stop();
    },
  };
}

const startScreen = (width: number): Promise<Program> =>
  startProgram(
    'Xvfb',
    () => ['-displayfd', '1', '-screen', '0', `${width}x${HEIGHT}x24`, '-nolisten', 'tcp'],
    /^(\d+)\n/m,
  );

/** The driver takes no 0 for a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The driver does not say when it listens either, so its first request is tried again. */
async function startDriver(display: string): Promise<Part & { readonly port: number }> {
  const port = await freePort();
  const driver = await startProgram(
    'sh',
    (folder) => {
      const config = path.join(folder, '.config/gtk-3.0');
      mkdirSync(config, { recursive: true });
      writeFileSync(path.join(config, 'gtk.css'), NARROW);
      return ['-c', `echo started; exec WebKitWebDriver --port=${port}`];
    },
    /(started)/,
    { DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1', LC_ALL: 'C.UTF-8' },
  );
  return { port, stop: driver.stop };
}

async function openSession(driver: string): Promise<{ send: Send; end: () => Promise<void> }> {
  const options = { binary: MINI_BROWSER, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = await firstAnswer(() =>
    ask<{ sessionId: string }>(`${driver}/session`, 'POST', { capabilities }),
  );
  const session = `${driver}/session/${sessionId}`;
  return {
    send: (method, place, body) => ask(`${session}${place}`, method, body),
    // A browser that has crashed has no session to end.
    end: () => ask<void>(session, 'DELETE').catch(() => undefined),
  };
}

async function firstAnswer<Result>(request: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Asks the driver. Without an answer at all this rejects with `fetch`'s own TypeError. */
async function ask<Result>(address: string, method: string, body?: object): Promise<Result> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** The driver tells no errors of the console, so the page is asked to keep those that come once it has loaded. */
function keepErrors(): void {
  const page = window as unknown as { keptErrors?: string[] };
  if (page.keptErrors) return;
  const kept: string[] = (page.keptErrors = []);
  const tell = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    kept.push(words.map(String).join(' '));
    tell(...words);
  };
  addEventListener('error', ({ message }) => kept.push(message));
  addEventListener('unhandledrejection', ({ reason }) => kept.push(String(reason)));
}

function tabOf(send: Send): Tab {
  const told: string[] = [];
  const run: Tab['run'] = async (inPage, argument) => {
    const script = `const done = arguments[0];
      ${expressionOf(inPage, argument)}.then(done, (error) => done(JSON.stringify({ error: String(error) })));`;
    const text = await send<string>('POST', '/execute/async', { script, args: [] });
    const { error } = JSON.parse(text) as { error?: string };
    if (error !== undefined) throw new Error(error);
    return resultOf(text);
  };
  const keptErrors = () =>
    run(() => (window as unknown as { keptErrors?: string[] }).keptErrors?.splice(0) ?? [], undefined);
  const perform = (actions: readonly object[]) => send<void>('POST', '/actions', { actions });
  return {
    goto: async (url) => {
      told.push(...(await keptErrors().catch(() => [])));
      await send('POST', '/url', { url });
      await run(keepErrors, undefined);
    },
    run,
    press: (point) => perform(pressAt(point)),
    type: (words) => perform(keysOf(words)),
    pressEnter: () => perform(enterKey()),
    attach: async (selector, file) => {
      const found = await send<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector });
      await send('POST', `/element/${found[ELEMENT]}/value`, { text: file });
    },
    screenshot: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    errors: async () => [...told, ...(await keptErrors())],
  };
}
