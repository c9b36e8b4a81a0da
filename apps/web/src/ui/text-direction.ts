/** People's own words run as they are written; an empty field as its page does, so that the caret waits on the right side. */
export function directionOfWords(value: string): 'auto' | undefined {
  return value === '' ? undefined : 'auto';
}
