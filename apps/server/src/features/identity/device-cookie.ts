import { deviceName } from '@sathi/domain/devices.ts';
import { DAY_MS } from '@sathi/domain/durations.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { hashToken, newToken } from '../../config/tokens.ts';
import { networkOf } from '../../http/limits/networks.ts';
import { cookieFor } from './refresh-cookie.ts';
import type { Requester } from './code-requests.repository.ts';

const YEAR_MS = 365 * DAY_MS;
const TOKEN = /^[\w-]{43}$/;

/**
 * Tells devices apart, so that strangers cannot lock out the owner's. It gives no right: a stolen one only makes its thief
 * wait less.
 */
export function createDeviceCookie(config: Pick<Config, 'publicUrl'>) {
  const cookie = cookieFor(config, 'device');

  const read = (request: FastifyRequest): string | null => {
    const token = cookie.read(request);
    return token !== undefined && TOKEN.test(token) ? token : null;
  };

  const minted = new WeakMap<Requester, string>();

  /** The requester; a device without a cookie has one made for it. */
  const recognise = (request: FastifyRequest): Requester => {
    const sent = read(request);
    const token = sent ?? newToken();
    const requester = {
      sent: sent && hashToken(sent),
      device: hashToken(token),
      deviceName: deviceName(request.headers['user-agent'] ?? ''),
      network: networkOf(request.ip),
      ip: request.ip,
      work: request.work,
    };
    minted.set(requester, token);
    return requester;
  };

  /** Gives a device its cookie, or keeps the one it has for another year. */
  const give = (reply: FastifyReply, requester: Requester): void => {
    const token = minted.get(requester);
    if (token !== undefined) cookie.set(reply, token, new Date(Date.now() + YEAR_MS));
  };

  /** As {@link recognise}, and gives the cookie. */
  const welcome = (reply: FastifyReply): Requester => {
    const requester = recognise(reply.request);
    give(reply, requester);
    return requester;
  };

  return { recognise, give, welcome };
}
