import { MINUTE_MS } from '@sathi/domain/durations.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, WireBodyOf, WireDataOf, WireQueryOf } from '@sathi/contract/endpoint.ts';
import * as identity from '@sathi/contract/identity.ts';

/** A person of the demo, by the phone and the password that they sign in with. */
export type Player = { readonly name: string; readonly phone: string; readonly password: string };

type Input<E extends Endpoint> = {
  readonly query?: WireQueryOf<E>;
  readonly body?: WireBodyOf<E>;
};

/** How long the demo uses a token: below the ten minutes that one lives. */
const TOKEN_MS = 8 * MINUTE_MS;
/** An SMS leaves by a job, a moment after the answer. */
const CODE_MS = 30_000;
const LOOK_MS = 200;

/** Calls as a browser makes them, for any person of the demo. */
export type DemoClient = {
  readonly origin: string;
  /** Null for a visitor. @throws Error with the sentence of the refusal */
  readonly call: <E extends Endpoint>(as: Player | null, endpoint: E, input?: Input<E>) => Promise<WireDataOf<E>>;
  /** Sends a picture. @returns its key */
  readonly sendPicture: (as: Player, jpeg: Buffer) => Promise<string>;
  /** The newest one-time code that went to this phone, once one has. */
  readonly codeFor: (phone: string) => Promise<string>;
};

export function createDemoClient(origin: string): DemoClient {
  const tokens = new Map<string, { readonly token: string; readonly until: number }>();

  const tokenOf = async (player: Player): Promise<string> => {
    const known = tokens.get(player.phone);
    if (known !== undefined && known.until > performance.now()) return known.token;
    const { phone: username, password } = player;
    const session = await call(null, identity.signIn, { body: { username, password } });
    if (!('accessToken' in session)) throw new Error(`${player.name} could not sign in with the password alone`);
    tokens.set(player.phone, { token: session.accessToken, until: performance.now() + TOKEN_MS });
    return session.accessToken;
  };

  const send = async (as: Player | null, method: string, address: string, type: string, body?: BodyInit) => {
    const answer = await fetch(new URL(address, origin), {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${await tokenOf(as)}` }),
        ...(body !== undefined && { 'content-type': type }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body }),
    });
    const { data, detail } = (await answer.json()) as { data: unknown; detail?: string };
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${detail}`);
    return data;
  };

  const call: DemoClient['call'] = async (as, { method, path }, { query = {}, body } = {}) => {
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return (await send(as, method, search === '' ? path : `${path}?${search}`, 'application/json', sent)) as never;
  };

  return {
    origin,
    call,
    sendPicture: async (as, jpeg) => {
      const type = 'application/octet-stream';
      const data = await send(as, 'PUT', '/files/proposalImages/photo.jpg', type, new Uint8Array(jpeg));
      return (data as { key: string }).key;
    },
    codeFor: async (phone) => {
      const until = performance.now() + CODE_MS;
      for (;;) {
        const kept = await call(null, identity.listDevInbox, { query: { to: phone } });
        const code = kept.find((delivery) => delivery.code !== undefined)?.code;
        if (code !== undefined) return code;
        if (performance.now() > until) throw new Error(`no code went to ${phone}`);
        await sleep(LOOK_MS);
      }
    },
  };
}
