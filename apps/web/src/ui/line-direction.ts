/** The direction of a line that is cut at its end, by its first letter; undefined without a letter. */
export function directionOfLine(line: string): 'ltr' | 'rtl' | undefined {
  const letter = /\p{L}/u.exec(line)?.[0];
  if (letter === undefined) return undefined;
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr';
}
