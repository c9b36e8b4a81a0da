import { createHash } from 'node:crypto';
import { OWN_MARK } from '../http/security-headers.ts';

const hashes = new Map<string, string>();

/** Pages whose addresses may hold a phone or the token of a mail, which must go nowhere with the next request (T9). */
const SECRET_ADDRESSES =
  /^\/(login|App\/(Register|Login|VerifyCode|ForgotPassword|ResetPassword|ConfirmEmail|Unsubscribe|NotMe|PhoneNotMe))(\/|$)/i;

/** The headers of the HTML page at `path`, whose inline style sheets are exactly `styles`. No inline script is ever allowed. */
export function pageHeaders(path: string, styles: readonly string[], isHttps: boolean): Record<string, string> {
  const styleHashes = styles.map((css) => `'sha256-${hashOf(css)}'`);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding, Save-Data',
    ...commonHeaders(isHttps),
    ...(SECRET_ADDRESSES.test(path) && { 'referrer-policy': 'no-referrer' }),
  };
}

/**
 * Features that every browser of the floor knows and no page uses. The camera is for photos; passkeys are the page's own by
 * default.
 */
const OFF = [
  'accelerometer',
  'autoplay',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = ['camera=(self)', ...OFF.map((feature) => `${feature}=()`)].join(', ');

/** The headers of every answer of this feature, assets included. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...OWN_MARK,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

function hashOf(css: string): string {
  let hash = hashes.get(css);
  if (hash === undefined) {
    hash = createHash('sha256').update(css).digest('base64');
    // Brand colours, which a request can change, must not fill the memory.
    if (hashes.size < 200) hashes.set(css, hash);
  }
  return hash;
}
