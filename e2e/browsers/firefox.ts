import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { enterKey, keysOf, pressAt } from './actions.ts';
import { startProgram } from './program.ts';
import { connect, type Socket } from './socket.ts';
import { type Browser, expressionOf, HEIGHT, resultOf, type Tab } from './tab.ts';

/** A window behind others is slowed down by default; here each belongs to a person who looks at it. */
const PREFERENCES = {
  'dom.min_background_timeout_value': 4,
  'dom.timeout.enable_budget_timer_throttling': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US, en',
};

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value: string; readonly sharedId?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** Drives Firefox by WebDriver BiDi, which it speaks without a driver. */
export async function startFirefox(executable: string): Promise<Browser> {
  const program = await startProgram(executable, profileIn, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = await connect(`${program.said}/session`);
  await socket.call('session.new', { capabilities: {} });
  await socket.call('session.subscribe', { events: ['log.entryAdded'] });
  return {
    open: (width) => openTab(socket, width),
    close: async () => {
      socket.close();
      await program.stop();
    },
  };
}

function profileIn(folder: string): readonly string[] {
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(path.join(folder, 'user.js'), lines.join(''));
  return ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder];
}

async function openTab(socket: Socket, width: number): Promise<Tab> {
  const { userContext } = await socket.call<{ userContext: string }>('browser.createUserContext');
  const { context } = await socket.call<{ context: string }>('browsingContext.create', { type: 'window', userContext });
  await socket.call('browsingContext.setViewport', { context, viewport: { width, height: HEIGHT } });
  const errors: string[] = [];
  socket.listen(({ method, params }) => {
    const { source, level, text } = params as { source?: { context?: string }; level?: string; text?: string };
    const isOwn = method === 'log.entryAdded' && source?.context === context;
    if (isOwn && level === 'error') errors.push(text ?? 'an error without words');
  });
  const evaluate = async (expression: string) => {
    const asked = { expression, target: { context }, awaitPromise: true, resultOwnership: 'root' };
    const answer = await socket.call<Evaluated>('script.evaluate', asked);
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  const perform = async (actions: readonly object[]) => {
    await socket.call('browsingContext.activate', { context });
    await socket.call('input.performActions', { context, actions });
  };
  return {
    goto: async (url) => {
      await socket.call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (inPage, argument) => resultOf((await evaluate(expressionOf(inPage, argument))).value),
    press: (point) => perform(pressAt(point)),
    type: (words) => perform(keysOf(words)),
    pressEnter: () => perform(enterKey()),
    attach: async (selector, file) => {
      const { sharedId } = await evaluate(`document.querySelector(${JSON.stringify(selector)})`);
      await socket.call('input.setFiles', { context, element: { sharedId }, files: [file] });
    },
    screenshot: async () => {
      const { data } = await socket.call<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
  };
}
