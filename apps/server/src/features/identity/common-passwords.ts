import fs from 'node:fs';

/** Names of the product and its partners, which are the first thing to be guessed here. */
const NAMES = new Set(['sathi', 'dcbs', 'faten', 'roi']);

/**
 * The 3,000 most used passwords that are long enough to be chosen, the most used first, as leaked lists count them (the
 * order is that of zxcvbn 4.4.2), and after them those of the countries and languages here. Lower case, one in a line.
 */
const COMMON = new Set(
  fs
    .readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

/** Whether a password is among the first that an attacker would try. Case does not make one better. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const letters = folded.replace(/[^\p{L}]/gu, '');
  return COMMON.has(folded) || isOneCharacter(folded) || isMadeOfNames(letters);
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}

/** `Sathi2026!` and `roi-roi-12345` are names with ornaments. */
function isMadeOfNames(letters: string): boolean {
  return [...NAMES].some((name) => letters !== '' && letters.replaceAll(name, '') === '');
}
