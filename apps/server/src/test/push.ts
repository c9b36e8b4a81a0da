import { done } from './loans.ts';
import { bearer } from './accounts.ts';
import type { Person, World } from './world.ts';

const PATH = '/api/notifications/push';
type Signed = Pick<Person, 'token'>;

/** Browsers that are asked to show news, each as a session of its person. */
export function usePush(world: World) {
  let serial = 0;
  const newBrowser = () => {
    serial += 1;
    return {
      endpoint: `https://fcm.googleapis.com/fcm/send/browser-${serial}`,
      p256dh: `B${'a'.repeat(86)}`,
      auth: 'a'.repeat(22),
    };
  };
  return {
    newBrowser,
    start: ({ token }: Signed, body: object = newBrowser()) => world.call('POST', PATH, { ...bearer(token), body }),
    stop: ({ token }: Signed) => world.call('DELETE', PATH, bearer(token)),
    state: async ({ token }: Signed) => done(await world.call('GET', PATH, bearer(token))),
  };
}
