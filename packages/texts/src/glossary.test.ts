import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileTexts } from './compile.ts';

/**
 * One term, one word in each language, given by the stems of its forms. `never` are words for it that no text may use,
 * `freely` the texts that say it in other words.
 */
type Term = {
  readonly en: readonly string[];
  readonly be: readonly string[];
  readonly ar: readonly string[];
  readonly never?: readonly string[];
  readonly freely?: { readonly be?: readonly string[]; readonly ar?: readonly string[] };
};

const ROOT = path.join(import.meta.dirname, '..');
const GLOSSARY = JSON.parse(readFileSync(path.join(ROOT, 'glossary.json'), 'utf8')) as Record<string, Term>;

/** The words of a message in all its plurals and choices, without values. */
function wordsOf(message: CompiledMessage): string {
  const parts = message.map((token) => {
    if (typeof token === 'string') return token;
    const choices: unknown[] = Object.values(token[2] ?? {}).filter((choice) => Array.isArray(choice));
    return choices.map((choice) => wordsOf(choice as CompiledMessage)).join(' ');
  });
  return parts.join(' ');
}

/** Without Arabic vowel marks, which are a matter of taste; some Bengali letters can be written in two ways. */
const plain = (text: string) => text.normalize('NFC').replaceAll(/[\u064b-\u0652]/g, '');

function textsIn(language: string): Map<string, string> {
  const files = globSync(`${language}/*.json`, { cwd: ROOT }).map(
    (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, string>,
  );
  const messages = files.flatMap((texts) => Object.entries(compileTexts(texts)));
  return new Map(messages.map(([key, message]) => [key, plain(wordsOf(message))]));
}

const TEXTS = { en: textsIn('en'), be: textsIn('be'), ar: textsIn('ar') };

/** Keys whose English text names the term. */
function usesOf({ en }: Term): string[] {
  const word = new RegExp(`(?<![\\w-])(?:${en.join('|')})(?![\\w-])`, 'i');
  return [...TEXTS.en].filter(([, text]) => word.test(text)).map(([key]) => key);
}

describe.each(Object.entries(GLOSSARY))('the term “%s”', (_, term) => {
  test('stands in an English text', () => {
    expect(usesOf(term)).not.toEqual([]);
  });

  test.each(['be', 'ar'] as const)('has one word in %s, except in the texts listed as free', (language) => {
    const stems = term[language].map(plain);
    const without = usesOf(term).filter((key) => !stems.some((stem) => TEXTS[language].get(key)?.includes(stem)));
    expect(without.toSorted()).toEqual((term.freely?.[language] ?? []).toSorted());
  });

  test('goes by none of the words that are listed as wrong', () => {
    const never = (term.never ?? []).map(plain);
    const called = [...TEXTS.be, ...TEXTS.ar].filter(([, text]) => never.some((word) => text.includes(word)));
    expect(called).toEqual([]);
  });
});
