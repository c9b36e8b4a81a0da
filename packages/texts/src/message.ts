import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

export type MessageValues = Readonly<Record<string, string | number>>;

/** The parts of a language that put a message together. */
export type MessageLanguage = {
  plurals: Intl.PluralRules;
  number: (value: number) => string;
  /** Writes what stands between the values; left out where it stands as it is. */
  words?: (text: string) => string;
  /** Keeps a name or an amount from turning the sentence around it. */
  isolate: (text: string) => string;
};

type Choices = Record<string, CompiledMessage> & { offset: number | undefined };

/** Puts a compiled message together. A value that is not given leaves its place empty. */
export function formatMessage(message: CompiledMessage, language: MessageLanguage, values: MessageValues = {}): string {
  return partsOf(message, language, values, undefined);
}

/** `count` is the number that `#` stands for inside a plural. */
function partsOf(
  message: CompiledMessage,
  language: MessageLanguage,
  values: MessageValues,
  count: number | undefined,
): string {
  let text = '';
  for (const token of message) {
    if (typeof token === 'string') {
      if (token === '#' && count !== undefined) text += language.number(count);
      else text += language.words?.(token) ?? token;
      continue;
    }
    const [name, type, format] = token;
    const value = values[name] ?? '';
    if (type === 'plural') {
      const choices = format as Choices;
      const rest = Number(value) - (choices.offset ?? 0);
      const chosen = choices[Number(value)] ?? choices[language.plurals.select(rest)] ?? choices.other;
      text += partsOf(chosen ?? [], language, values, rest);
    } else if (type === 'select') {
      const choices = format as Choices;
      text += partsOf(choices[value] ?? choices.other ?? [], language, values, count);
    } else {
      text += typeof value === 'number' ? language.number(value) : language.isolate(value);
    }
  }
  return text;
}
