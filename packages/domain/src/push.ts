/**
 * The services through which browsers are reached: Chrome, Edge and those made of the same code, Firefox, and Safari. A
 * browser of another maker names another host; it is added here.
 */
const SERVICES = [
  '(fcm|android)\\.googleapis\\.com',
  'jmt17\\.google\\.com',
  '([a-z0-9-]+\\.)?push\\.services\\.mozilla\\.com',
  '[a-z0-9-]+\\.push\\.apple\\.com',
  '[a-z0-9-]+\\.notify\\.windows\\.com',
];
export const PUSH_ADDRESS_LENGTH_MAX = 1024;

/**
 * The addresses that the server may call to reach a browser. Anybody who is signed in names one, so only the services of
 * browsers are called, and no host in between or inside; no user, port, IP address, dot at the end or anything else that
 * two readers could read in two ways.
 */
export const PUSH_ADDRESS = new RegExp(`^https://(${SERVICES.join('|')})/[A-Za-z0-9_.~:/?=&%+-]+$`);
