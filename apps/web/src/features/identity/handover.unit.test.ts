import { expect, test } from 'vitest';
import { handoverOf } from './handover.ts';

test.each(['/App/Portfolio/DCBS', '/App/Home/DCBS?tab=invest&status=3', '/App/proposal?mfi=ROI&id=169'])(
  'the way in leads back to %s',
  (returnTo) => {
    expect(handoverOf({ returnTo })).toEqual({ returnTo });
  },
);

test.each([
  'https://evil.example/App/Home',
  '//evil.example/App/Home',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'App/Home',
  '',
  7,
  { mfi: 'ROI', proposalId: '169' },
])('%j is no address of this site, and the way in leads Home (T14)', (returnTo) => {
  expect(handoverOf({ returnTo })).toEqual({});
});
