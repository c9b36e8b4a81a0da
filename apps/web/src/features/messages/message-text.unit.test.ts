import { expect, test } from 'vitest';
import { piecesOf } from './message-text.ts';

const links = (text: string) => piecesOf(text, true).flatMap(({ href }) => (href === undefined ? [] : [href]));

test('R15.3: without leave to link, an address is words like any other', () => {
  const text = 'See https://example.org now';
  expect(piecesOf(text, false)).toEqual([{ text }]);
});

test('an address in a sentence is a link, and nothing of the text is lost', () => {
  const text = 'See https://example.org/a?b=1. Then http://example.com, please!';
  expect(links(text)).toEqual(['https://example.org/a?b=1', 'http://example.com/']);
  expect(
    piecesOf(text, true)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('signs that end a sentence in Bengali and Arabic do not belong to the address', () => {
  expect(links('দেখুন https://example.org/cow। ধন্যবাদ')).toEqual(['https://example.org/cow']);
  expect(links('انظر https://example.org/cow، شكرًا')).toEqual(['https://example.org/cow']);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://example.org',
  'https://bank.example@evil.example/',
  'https://user:password@example.org',
  'http://localhost:8080/admin',
  'https://[::1]/',
  'https://',
  'example.org',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([]);
  expect(
    piecesOf(text, true)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
