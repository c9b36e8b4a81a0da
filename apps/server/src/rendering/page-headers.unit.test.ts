import { expect, test } from 'vitest';
import { commonHeaders, pageHeaders } from './page-headers.ts';

const policyOf = (styles: readonly string[] = []): Map<string, string> =>
  new Map(
    (pageHeaders('/start', styles, true)['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );

test('ASVS 3.4.3: a page runs scripts of its own files only, and inline ones never', () => {
  const policy = policyOf();
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('object-src')).toBe("'none'");
  expect(policy.get('base-uri')).toBe("'none'");
  expect(policy.get('form-action')).toBe("'self'");
  expect(policy.get('worker-src')).toBe("'self'");
});

test('a page turns text into script by the one named policy of Trusted Types only', () => {
  expect(policyOf().get('require-trusted-types-for')).toBe("'script'");
  expect(policyOf().get('trusted-types')).toBe('app');
});

test('a page takes inline styles by their hash only', () => {
  expect(policyOf().get('style-src')).toBe("'self'");
  // echo -n 'a{}' | openssl dgst -sha256 -binary | base64
  expect(policyOf(['a{}']).get('style-src')).toBe("'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='");
});

test('ASVS 3.4.6: a page stands in no frame', () => {
  expect(policyOf().get('frame-ancestors')).toBe("'none'");
});

test('ASVS 3.4.1: pages and assets keep browsers to https for two years, subdomains too, where the address is https', () => {
  const hsts = 'max-age=63072000; includeSubDomains';
  expect(commonHeaders(true)['strict-transport-security']).toBe(hsts);
  expect(pageHeaders('/start', [], true)['strict-transport-security']).toBe(hsts);
  expect(commonHeaders(false)).not.toHaveProperty('strict-transport-security');
});

test('security 1.6: a page may use the camera and passkeys, and no other device', () => {
  const policy = pageHeaders('/start', [], true)['permissions-policy'] ?? '';
  expect(policy).toContain('camera=(self), ');
  for (const feature of ['geolocation', 'microphone', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'])
    expect(policy).toContain(`${feature}=()`);
  expect(policy).not.toContain('publickey-credentials');
});

test('ASVS 3.4.4, 3.4.5: pages are not sniffed and tell other sites no path', () => {
  expect(pageHeaders('/start', [], true)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('pages and files of the web app are marked as answers of the server itself', () => {
  expect(pageHeaders('/start', [], true)).toMatchObject({ 'served-by': 'sathi' });
  expect(commonHeaders(false)).toMatchObject({ 'served-by': 'sathi' });
});
