import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileTexts } from './compile.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FILES = globSync('en/*.json', { cwd: ROOT }).map((file) => path.basename(file));

function textsOf(language: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(ROOT, language, file), 'utf8')) as Record<string, string>;
}

/** The names of the values that a message takes, also inside its plurals. */
function valuesOf(message: CompiledMessage): string[] {
  const names = message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , choices] = token;
    const inside: unknown[] = Object.values(choices ?? {}).filter((choice) => Array.isArray(choice));
    return [name, ...inside.flatMap((choice) => valuesOf(choice as CompiledMessage))];
  });
  return [...new Set(names)].sort();
}

describe.each(FILES)('%s', (file) => {
  const english = textsOf('en', file);

  test.each(['en', 'be', 'ar'])('%s is valid ICU, and no key stands there twice', (language) => {
    const texts = textsOf(language, file);
    expect(Object.keys(compileTexts(texts))).toEqual(Object.keys(english));
    const written = readFileSync(path.join(ROOT, language, file), 'utf8').match(/^ {2}"[^"]+": /gm);
    expect(written).toHaveLength(Object.keys(texts).length);
  });

  test.each(['be', 'ar'])('%s takes the same values as English', (language) => {
    const taken = (texts: Record<string, string>) =>
      Object.entries(compileTexts(texts)).map(([key, message]) => `${key}: ${valuesOf(message).join()}`);
    expect(taken(textsOf(language, file))).toEqual(taken(english));
  });
});

test('no text of a screen stands in two files', () => {
  const keys = ['people.json', 'help.json', 'money.json', 'staff.json'].flatMap((file) =>
    Object.keys(textsOf('en', file)),
  );
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each([
  'ar/people.json',
  'ar/help.json',
  'ar/money.json',
  'ar/staff.json',
  'ar/mails.json',
  'ar/pages.json',
  'ar/refusals.json',
])('the vowel mark of an ending stands before its letter throughout %s', (file) =>
  expect(readFileSync(path.join(ROOT, file), 'utf8').match(/\u0627\u064b/gu)).toBeNull(),
);

/** Words that Arabic readers take for something else, as they stand without vowel marks: in the texts of these keys. */
const MISREAD = [
  { keys: /aymentReversed(?:Own)?$|payment_reversed$|^money\.payments\.reverse/, words: /استرد/, as: 'money got back' },
  { keys: /^settlements\.event\.payout/, words: /صرف/, as: 'money of a loan released' },
  { keys: /./, words: /أوقفتك|توقفك|لم تعد موقوفا/, as: 'a person arrested' },
  { keys: /./, words: /لم أكن أنا|لست أن[ات]/, as: 'nothing, being word for word' },
  { keys: /./, words: /سيستلم مالك/, as: 'an owner who receives' },
  { keys: /./, words: /المال الخاص|مال خاص/, as: 'private money' },
  { keys: /./, words: /(?:مؤسست|موافقت|جواب|سجلات|مكتب|موظفو)كم/, as: 'said to another reader than “مؤسستك”' },
];

test.each(MISREAD)('no Arabic text of $keys says $words, which is read as $as', ({ keys, words }) => {
  const misread = FILES.flatMap((file) => Object.entries(textsOf('ar', file))).filter(
    ([key, text]) => keys.test(key) && words.test(text.replaceAll(/[\u064b-\u0652]/g, '')),
  );
  expect(misread).toEqual([]);
});

const PROMISES =
  /every dollar|comes back, and|guarantee|always (?:paid|repaid)|is paid back month|প্রতিটি ডলার|নিশ্চিত ফেরত|মাসে মাসে শোধ হয়|كل دولار يعود|مضمون/iu;

test.each(['en', 'be', 'ar'])('no words that are passed on in %s promise that the money comes back', (language) => {
  const passedOn = ['people.json', 'mails.json', 'pages.json']
    .flatMap((file) => Object.entries(textsOf(language, file)))
    .filter(([key]) => /^(?:share\.|poster\.|mails\.(?:invited|deadlineNearInvited))/.test(key));
  expect(passedOn.length).toBeGreaterThan(10);
  expect(passedOn.filter(([, text]) => PROMISES.test(text))).toEqual([]);
});

test('a message that is not valid ICU is named', () => {
  expect(() => compileTexts({ 'a.good': '{name}', 'a.bad': '{name' })).toThrow('a.bad is not valid ICU');
});
