import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Compiled messages by key. */
export type Catalogue = Record<string, CompiledMessage>;

/** @throws Error naming the first key whose message is not valid ICU */
export function compileTexts(texts: Readonly<Record<string, string>>): Catalogue {
  return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compiled(key, message)]));
}

function compiled(key: string, message: string): CompiledMessage {
  try {
    return compileMessageOrThrow(message);
  } catch (cause) {
    throw new Error(`${key} is not valid ICU`, { cause });
  }
}
