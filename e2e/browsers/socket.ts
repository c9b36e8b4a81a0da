type Params = Readonly<Record<string, unknown>>;
type Answer = {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string | { readonly message: string };
  readonly message?: string;
  readonly method?: string;
  readonly params?: Params;
  readonly sessionId?: string;
};
export type Told = { readonly method: string; readonly params: Params; readonly sessionId: string | undefined };

/** The calls and events of one web socket, in the form that Chromium's protocol and WebDriver BiDi share. */
export type Socket = {
  readonly call: <Result>(method: string, params?: Params, sessionId?: string) => Promise<Result>;
  readonly listen: (listener: (told: Told) => void) => () => void;
  readonly close: () => void;
};

/** A call without an answer has met a page that hangs. */
const ANSWER_MS = 45_000;

export async function connect(address: string): Promise<Socket> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const listeners = new Set<(told: Told) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.method !== undefined) {
      const told = { method: answer.method, params: answer.params ?? {}, sessionId: answer.sessionId };
      for (const listener of listeners) listener(told);
    }
  });
  let calls = 0;
  return {
    call: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), ANSWER_MS);
        waiting.set(id, ({ error, message, result }) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error === undefined) resolve(result as never);
          else reject(new Error(`${method}: ${typeof error === 'string' ? (message ?? error) : error.message}`));
        });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => socket.close(),
  };
}

/** The next event that fits; asked for before the call that causes it. */
export function nextEvent(socket: Socket, isIt: (told: Told) => boolean, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error('the page did not load'));
    }, withinMs);
    const stop = socket.listen((told) => {
      if (!isIt(told)) return;
      clearTimeout(timer);
      stop();
      resolve();
    });
  });
}
