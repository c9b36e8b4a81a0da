import { expect, test } from 'vitest';
import { shareAddresses } from './share-addresses.ts';

const URL_OF_PAGE = 'https://sathi.example/App/proposal?mfi=ROI&id=7';
const HOSTILE = '“Bags & boats” 100% #1 ?x=1 <script> \u202e\nসেলাই';

test('specification 9: whatever the title says stays inside the text', () => {
  const { whatsApp, facebook, x } = shareAddresses(URL_OF_PAGE, HOSTILE);
  expect(new URL(whatsApp).origin).toBe('https://wa.me');
  expect([...new URL(whatsApp).searchParams]).toEqual([['text', `${HOSTILE} ${URL_OF_PAGE}`]]);
  expect(new URL(facebook).origin).toBe('https://www.facebook.com');
  expect([...new URL(facebook).searchParams]).toEqual([['u', URL_OF_PAGE]]);
  expect(new URL(x).origin).toBe('https://x.com');
  expect([...new URL(x).searchParams]).toEqual([
    ['text', HOSTILE],
    ['url', URL_OF_PAGE],
  ]);
});
