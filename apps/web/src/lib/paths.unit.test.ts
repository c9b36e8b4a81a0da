import { expect, test } from 'vitest';
import { DEFAULT_MFI, mfiNameOf } from './paths.ts';

test.each(['ROI', 'roi', ' faten ', 'North-East 24', 'সাথী ঋণ', 'ثقة'])('%j is the name of a partner', (written) => {
  expect(mfiNameOf(written)).toBe(written.trim().toUpperCase());
});

test.each([
  undefined,
  null,
  '',
  '   ',
  '12025550199',
  '+1 202 555-0199',
  '০১৭১২৩৪৫৬৭৮',
  '<script>',
  '../../files',
  'ROI%00',
  'A'.repeat(41),
])('%j is no name: the default stands in', (written) => {
  expect(mfiNameOf(written)).toBe(DEFAULT_MFI);
});
