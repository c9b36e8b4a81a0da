/** Of one line that is cut where it ends: by its first letter, since it is the end of the words that may go. */
export function directionOfLine(line: string): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(line)?.[0];
  if (letter === undefined) return undefined;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr';
}
