import { expect, test } from 'vitest';
import { ROI } from '../../test/people.ts';
import { type BrandingDraft, changesOf, draftOf, draftProblems, textsOf } from './branding-draft.ts';

const before = draftOf(ROI);

test.each<[Partial<BrandingDraft>, string | undefined]>([
  [{ primaryColor: '#ffe680' }, 'mfi.settings.primaryTooLight'],
  [{ primaryColor: 'green' }, 'mfi.settings.badColor'],
  [{ primaryColor: '#0B6B58' }, undefined],
  [{ accentColor: '#ffe680' }, 'mfi.settings.accentTooLight'],
  // A sign needs less contrast than words do.
  [{ accentColor: '#d2691e' }, undefined],
  [{ slogan: '🌾'.repeat(280) }, undefined],
  [{ slogan: '🌾'.repeat(281) }, 'common.tooLong'],
  [{ welcomeMessage: '' }, undefined],
  [{ website: 'javascript:alert(1)' }, 'mfi.settings.badWebsite'],
  [{ website: ' ' }, 'common.required'],
  [{ phone: '12' }, 'mfi.settings.badPhone'],
  [{ phone: '+91 98200 12345' }, undefined],
  [{ email: 'office' }, 'mfi.settings.badEmail'],
])('%j is judged as the server judges it', (changed, problem) => {
  const problems = draftProblems({ ...before, ...changed }, before);
  expect(Object.values(problems)).toEqual(problem ? [problem] : []);
});

test('of the words in other languages those that changed are sent, and too long ones are not', () => {
  const changed = { ...before, 'texts.be.slogan': 'পাশে আছি', 'texts.ar.welcomeMessage': 'أهلًا' };
  const texts = { be: { slogan: 'পাশে আছি' }, ar: { welcomeMessage: 'أهلًا' } };
  expect(changesOf(changed, before)).toEqual({ texts });
  expect(textsOf(changed)).toEqual({
    be: { slogan: 'পাশে আছি', welcomeMessage: '' },
    ar: { slogan: '', welcomeMessage: 'أهلًا' },
  });
  const long = { ...before, 'texts.ar.slogan': 'م'.repeat(281) };
  expect(draftProblems(long, before)).toEqual({ 'texts.ar.slogan': 'common.tooLong' });
});

test('only changed fields are sent, and a logo only when there is a new one', () => {
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf({ ...before, slogan: 'Hand in hand', logo: 'campaignImages/a' }, before)).toEqual({
    slogan: 'Hand in hand',
    logo: 'campaignImages/a',
  });
});
