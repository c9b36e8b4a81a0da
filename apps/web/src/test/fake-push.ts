import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

export const BROWSER = { endpoint: 'https://fcm.googleapis.com/fcm/send/a', p256dh: 'the key', auth: 'the secret' };

type Permission = 'default' | 'granted' | 'denied';

/** Plays the part of the browser that shows news; `answer` is the person's to its question. */
export function fakePush({ permission = 'default' as Permission, answer = 'granted' as Permission } = {}) {
  const played = { permission, questions: 0, key: null as string | null };
  const { endpoint, ...keys } = BROWSER;
  const subscription = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      played.key = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (played.key === null ? null : subscription),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      played.key = applicationServerKey;
      return subscription;
    },
  };
  vi.stubGlobal('Notification', {
    get permission() {
      return played.permission;
    },
    requestPermission: async () => {
      played.questions += 1;
      played.permission = answer;
      return answer;
    },
  });
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(registration);
  return played;
}
