import { expect, test } from 'vitest';
import type { MfiId, UserId } from './ids.ts';
import { pictureNamePrefix, PICTURES_BYTES_MAX, PICTURES_COUNT_MAX, quotaRefusal, uploadRefusal } from './pictures.ts';

const member = { id: 1 as UserId, mfiIds: [] };
const officer = { id: 2 as UserId, mfiIds: [3 as MfiId] };

test('section 6: any signed-in person may upload for a proposal or a profile, staff for a campaign too', () => {
  for (const folder of ['proposalImages', 'profileImages'] as const) {
    expect(uploadRefusal(member, folder)).toBeNull();
    expect(uploadRefusal(officer, folder)).toBeNull();
  }
  expect(uploadRefusal(member, 'campaignImages')).toBe('not_permitted');
  expect(uploadRefusal(officer, 'campaignImages')).toBeNull();
});

test('security T16: 200 pictures, and 200 MB, are the most', () => {
  expect(quotaRefusal({ count: 0, sizeBytes: 0 })).toBeNull();
  expect(quotaRefusal({ count: PICTURES_COUNT_MAX - 1, sizeBytes: PICTURES_BYTES_MAX - 1 })).toBeNull();
  expect(quotaRefusal({ count: PICTURES_COUNT_MAX, sizeBytes: 1 })).toBe('image_quota');
  expect(quotaRefusal({ count: 1, sizeBytes: PICTURES_BYTES_MAX })).toBe('image_quota');
  expect([PICTURES_COUNT_MAX, PICTURES_BYTES_MAX]).toEqual([200, 209_715_200]);
});

test.each([
  ['Eid goats.JPG', 'eid-goats'],
  ['  Água é vida!  ', 'agua-e-vida'],
  ['ঈদের ছাগল', null],
  ['../../etc/passwd', 'etc-passwd'],
  ['---', null],
  ['', null],
  ['x'.repeat(100), 'x'.repeat(40)],
  ['a\u0000b\r\nc', 'a-b-c'],
])('security T15: the name %j keeps only its letters and digits', (name, prefix) => {
  expect(pictureNamePrefix(name)).toBe(prefix);
});
