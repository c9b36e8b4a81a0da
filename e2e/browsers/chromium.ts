import { startProgram } from './program.ts';
import { connect, nextEvent, type Socket, type Told } from './socket.ts';
import { type Browser, expressionOf, HEIGHT, resultOf, type Tab } from './tab.ts';

const LOAD_MS = 30_000;
/** Narrower windows are a phone's: a page is as wide there as its own head says. */
const PHONE_BELOW = 600;

type Evaluated = {
  readonly result: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
};

/** Drives a Chromium of any age by the part of its own protocol that has been the same since 2019. */
export async function startChromium(executable: string): Promise<Browser> {
  const program = await startProgram(
    executable,
    (folder) => [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--lang=en-US',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    /DevTools listening on (ws:\S+)/,
  );
  const socket = await connect(program.said);
  return {
    open: (width) => openTab(socket, width),
    close: async () => {
      socket.close();
      await program.stop();
    },
  };
}

async function openTab(socket: Socket, width: number): Promise<Tab> {
  const { browserContextId } = await socket.call<{ browserContextId: string }>('Target.createBrowserContext');
  const { targetId } = await socket.call<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await socket.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const errors: string[] = [];
  socket.listen((told) => {
    if (told.sessionId === sessionId) errors.push(...errorsIn(told));
  });
  const call = <Result>(method: string, params = {}) => socket.call<Result>(method, params, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log', 'DOM']) await call(`${domain}.enable`);
  const size = { width, height: HEIGHT, deviceScaleFactor: 1, mobile: width < PHONE_BELOW };
  await call('Emulation.setDeviceMetricsOverride', size);
  // Each person's window behaves as the one in front.
  await call('Emulation.setFocusEmulationEnabled', { enabled: true });

  const evaluate = async (expression: string): Promise<string> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails: thrown } = await call<Evaluated>('Runtime.evaluate', options);
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  };
  const mouse = (type: string, point: object) => call('Input.dispatchMouseEvent', { type, ...point });
  return {
    goto: async (url) => {
      const loaded = nextEvent(
        socket,
        (told) => told.sessionId === sessionId && told.method === 'Page.loadEventFired',
        LOAD_MS,
      );
      const { errorText } = await call<{ errorText?: string }>('Page.navigate', { url });
      await loaded;
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
    },
    run: async (inPage, argument) => resultOf(await evaluate(expressionOf(inPage, argument))),
    press: async (point) => {
      await mouse('mouseMoved', point);
      await mouse('mousePressed', { ...point, button: 'left', clickCount: 1 });
      await mouse('mouseReleased', { ...point, button: 'left', clickCount: 1 });
    },
    type: (text) => call('Input.insertText', { text }),
    pressEnter: async () => {
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
      await call('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
      await call('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
    },
    attach: async (selector, file) => {
      const { root } = await call<{ root: { nodeId: number } }>('DOM.getDocument');
      const { nodeId } = await call<{ nodeId: number }>('DOM.querySelector', { nodeId: root.nodeId, selector });
      await call('DOM.setFileInputFiles', { nodeId, files: [file] });
    },
    screenshot: async () => Buffer.from((await call<{ data: string }>('Page.captureScreenshot')).data, 'base64'),
    errors: async () => errors,
  };
}

function errorsIn({ method, params }: Told): string[] {
  if (method === 'Runtime.exceptionThrown') {
    const { exceptionDetails } = params as unknown as Required<Pick<Evaluated, 'exceptionDetails'>>;
    return [exceptionDetails.exception?.description ?? exceptionDetails.text];
  }
  if (method === 'Runtime.consoleAPICalled' && params['type'] === 'error') {
    const args = params['args'] as ReadonlyArray<{ value?: unknown; description?: string }>;
    return [args.map(({ value, description }) => description ?? String(value)).join(' ')];
  }
  if (method !== 'Log.entryAdded') return [];
  const { level, text, url } = params['entry'] as { level: string; text: string; url?: string };
  return level === 'error' ? [`${text} ${url ?? ''}`] : [];
}
