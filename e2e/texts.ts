import { readFileSync } from 'node:fs';

export type Locale = 'en' | 'be' | 'ar';

/** Finds a text of the interface by its key. `exact` is the text itself; a placeholder matches any text. */
export type Texts = (key: string) => RegExp;

/** The catalogue of one language, as patterns, so that one journey can be walked in every language. */
export function textsOf(locale: Locale): Texts {
  const messages = Object.assign(
    {},
    ...['people', 'help', 'money', 'staff', 'refusals'].map((name) =>
      JSON.parse(readFileSync(`packages/texts/${locale}/${name}.json`, 'utf8')),
    ),
  ) as Record<string, string>;
  return (key) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`no text ${key} in ${locale}`);
    return new RegExp(`^${patternOf(message)}$`);
  };
}

/** A placeholder matches any text, and each plural form is as good as the others. */
function patternOf(message: string): string {
  let pattern = '';
  for (let rest = message; rest !== ''; ) {
    const start = rest.search(/[{#]/);
    if (start < 0) return pattern + escaped(rest);
    pattern += escaped(rest.slice(0, start));
    const end = rest[start] === '#' ? start + 1 : endOfBraces(rest, start);
    pattern += formsOf(rest.slice(start + 1, end - 1)) ?? '.*';
    rest = rest.slice(end);
  }
  return pattern;
}

/** `count, plural, one {…} other {…}` as a choice, or undefined for a plain placeholder. */
function formsOf(placeholder: string): string | undefined {
  if (!/^\w+, plural,/.test(placeholder)) return undefined;
  const forms: string[] = [];
  for (let at = placeholder.indexOf('{'); at >= 0; ) {
    const end = endOfBraces(placeholder, at);
    forms.push(patternOf(placeholder.slice(at + 1, end - 1)));
    at = placeholder.indexOf('{', end);
  }
  return `(?:${forms.join('|')})`;
}

/** The index at which the braces that open at `start` are closed again. */
function endOfBraces(message: string, start: number): number {
  let depth = 0;
  for (let at = start; at < message.length; at++) {
    if (message[at] === '{') depth++;
    else if (message[at] === '}' && --depth === 0) return at + 1;
  }
  throw new Error(`braces without an end: ${message}`);
}

function escaped(words: string): string {
  return words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
