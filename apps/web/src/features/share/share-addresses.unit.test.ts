import { expect, test } from 'vitest';
import { shareAddresses } from './share-addresses.ts';

const URL_OF_PAGE = 'https://sathi.example/App/proposal?mfi=ROI&id=7';
const HOSTILE = '“Bags & boats” 100% #1 ?x=1 <script> \u202e\nসেলাই';

test('specification 9: a title stays inside the text, with any signs in it', () => {
  const { whatsApp, sms, facebook, x } = shareAddresses(URL_OF_PAGE, HOSTILE);
  expect(new URL(whatsApp).origin).toBe('https://wa.me');
  expect([...new URL(whatsApp).searchParams]).toEqual([['text', `${HOSTILE} ${URL_OF_PAGE}`]]);
  expect(sms).not.toMatch(/[+ ]/);
  expect(decodeURIComponent(sms)).toBe(`sms:?&body=${HOSTILE} ${URL_OF_PAGE}`);
  expect(new URL(facebook).origin).toBe('https://www.facebook.com');
  expect([...new URL(facebook).searchParams]).toEqual([['u', URL_OF_PAGE]]);
  expect(new URL(x).origin).toBe('https://x.com');
  expect([...new URL(x).searchParams]).toEqual([
    ['text', HOSTILE],
    ['url', URL_OF_PAGE],
  ]);
});
