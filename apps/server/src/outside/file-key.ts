/** The form of a key: one folder, one name, no dots but the one before the type. */
const FORM = /^[A-Za-z]{1,40}\/[a-z0-9][a-z0-9-]{0,150}\.webp$/;

export class NotAKeyError extends Error {}

/** @throws NotAKeyError for a text that is no key of a file: a fault, not a missing picture */
export function checkFileKey(key: string): void {
  if (!FORM.test(key)) throw new NotAKeyError('not a key of a file');
}
