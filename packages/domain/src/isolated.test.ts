import { describe, expect, test } from 'vitest';
import { isolated } from './isolated.ts';

describe('a value inside a sentence does not turn the words around it', () => {
  test.each([
    ['Two goats', 'ltr', 'Two goats'],
    ['দুটি ছাগল', 'ltr', 'দুটি ছাগল'],
    ['ماعزتان', 'ltr', '\u2068ماعزتان\u2069'],
    ['Two ماعز', 'ltr', '\u2068Two ماعز\u2069'],
    ['Two goats', 'rtl', '\u2068Two goats\u2069'],
    ['+8801712345678', 'rtl', '\u2068+8801712345678\u2069'],
    ['\u2066$25\u2069', 'rtl', '\u2066$25\u2069'],
    ['\u2068ماعزتان\u2069', 'ltr', '\u2068ماعزتان\u2069'],
    ['\u2066$1\u2069 من \u2066$2\u2069', 'rtl', '\u2066$1\u2069 من \u2066$2\u2069'],
    ['', 'rtl', ''],
  ] as const)('%j in a sentence %s is %j', (value, direction, written) => {
    expect(isolated(value, direction)).toBe(written);
    expect(isolated(isolated(value, direction), direction)).toBe(isolated(value, direction));
  });
});
