import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * The fate of bytes on their way: `pass`, `drop` (no byte arrives, neither side is told), `trickle` (of each packet a
 * byte in 50 ms), `cut`, or an answer by the proxy.
 */
export type Fate = 'pass' | 'drop' | 'trickle' | 'cut' | { readonly answer: string };

export type TcpProxy = {
  readonly port: number;
  /** Judges a client's bytes, as latin1 text, before they are passed on. */
  onRequest: (text: string) => Fate;
  /** Judges the server's bytes; `passed` is how many of them a connection has let through. */
  onAnswer: (passed: number) => Fate;
  readonly close: () => Promise<void>;
};

/** A line to `port` of this machine that can be made bad. */
export async function startProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    let passed = 0;
    const judge = (fate: Fate, to: Socket, chunk: Buffer): void => {
      if (fate === 'cut') cut();
      else if (fate === 'pass') to.write(chunk);
      else if (fate === 'trickle') trickle(to, chunk);
      else if (typeof fate === 'object') client.write(fate.answer);
    };
    client.on('data', (chunk: Buffer) => judge(proxy.onRequest(chunk.toString('latin1')), upstream, chunk));
    upstream.on('data', (chunk: Buffer) => {
      judge(proxy.onAnswer(passed), client, chunk);
      passed += chunk.length;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    onRequest: () => 'pass',
    onAnswer: () => 'pass',
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

function trickle(to: Socket, chunk: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (to.destroyed || sent === chunk.length) clearInterval(timer);
    else to.write(chunk.subarray(sent, (sent += 1)));
  }, 50);
}
