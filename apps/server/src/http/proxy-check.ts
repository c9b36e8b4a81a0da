import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import type { Config } from '../config/config.ts';

export type ProxyFault = { readonly state: 'note' | 'bad'; readonly words: string };

/** How the doctor's own request arrived. */
type Seen = { readonly connection: string; readonly isForwardBelieved: boolean };

/** A proxy that asks for `/readyz` holds a request back until it asked the next time. */
const TIMEOUT_MS = 15_000;

/**
 * Listens where the server would, asks itself by `PUBLIC_URL`, and looks at what arrives. Not possible while the server
 * runs. @returns null when all is well
 */
export async function findProxyFault({ host, port, publicUrl, trustProxy }: Config): Promise<ProxyFault | null> {
  if (publicUrl === null) return null;
  const path = `/doctor-${randomBytes(8).toString('hex')}`;
  let seen: Seen | null = null;
  const app = fastify({ trustProxy: trustProxy === null ? false : [...trustProxy] });
  app.get(path, async ({ ips, socket }) => {
    // The visitor may well have the address of the proxy: on a machine that calls itself by its own name.
    seen = { connection: socket.remoteAddress ?? '', isForwardBelieved: (ips?.length ?? 0) > 1 };
    return 'here';
  });
  // Proxies send requests only to a server that says it is ready; those of people are asked to come back.
  app.get('/readyz', () => 'ready');
  app.setNotFoundHandler((_, reply) => reply.status(503).header('retry-after', '10').send());
  try {
    await app.listen({ host, port });
  } catch {
    return { state: 'note', words: 'the server is running; stop it to try the way through the proxy' };
  }
  try {
    const answer = await fetch(publicUrl + path, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    if (seen === null) {
      const said = answer === null ? 'does not answer' : `answers ${answer.status} from elsewhere`;
      return { state: 'bad', words: `PUBLIC_URL ${said}: it has to lead to HOST ${host} and PORT ${port}` };
    }
    return judge(seen, publicUrl, trustProxy !== null);
  } finally {
    await app.close();
  }
}

function judge({ connection, isForwardBelieved }: Seen, publicUrl: string, trusts: boolean): ProxyFault | null {
  if (publicUrl.startsWith('https:') && !trusts) {
    return { state: 'bad', words: `TRUST_PROXY must name ${connection}: without it all visitors share one address` };
  }
  if (trusts && !isForwardBelieved) {
    return {
      state: 'bad',
      words: `no X-Forwarded-For is believed from ${connection}: the proxy must send it and TRUST_PROXY name it`,
    };
  }
  return null;
}
