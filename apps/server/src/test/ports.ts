import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The first of the ports below those that Linux gives to outgoing connections, so that none of these takes the port of
 * a server that is away.
 */
const FIRST = 20_000;
const AFTER_LAST = 32_000;

/** Different ports of this machine that are free now and that no outgoing connection takes. */
export async function quietPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  const servers = [];
  while (ports.length < count) {
    const port = randomInt(FIRST, AFTER_LAST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    ports.push(port);
    servers.push(server);
  }
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
