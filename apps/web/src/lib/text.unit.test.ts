import { compileTexts } from '@sathi/texts/compile.ts';
import type { MessageValues } from '@sathi/texts/message.ts';
import { describe, expect, it } from 'vitest';
import { formatFor } from './format.ts';
import type { Locale } from './locale.ts';
import { createText } from './text.tsx';

function said(locale: Locale, icu: string, values?: MessageValues): string {
  return createText(locale, compileTexts({ 'common.tagline': icu })).t('common.tagline', values);
}

describe('messages', () => {
  it('say one and many', () => {
    const icu = '{count, plural, =0 {nobody} one {# backer} other {# backers}} of {title}';
    expect(said('en', icu, { count: 0, title: 'Boat' })).toBe('nobody of Boat');
    expect(said('en', icu, { count: 1, title: 'Boat' })).toBe('1 backer of Boat');
    expect(said('en', icu, { count: 1200, title: 'Boat' })).toBe('1,200 backers of Boat');
  });

  it('know the six forms of Arabic', () => {
    const icu = '{n, plural, zero {z} one {o} two {t} few {f #} many {m #} other {x #}}';
    const forms = [0, 1, 2, 3, 11, 100].map((n) => said('ar', icu, { n }));
    expect(forms).toEqual(['z', 'o', 't', 'f 3', 'm 11', 'x 100']);
  });

  it('write bare numbers and digits of their own as the reader chose, and choose by word', () => {
    expect(said('be', '{n}টি', { n: 6 })).toBe('6টি');
    const native = createText('be', compileTexts({ 'common.tagline': '30 দিনে {n}টি' }), 'native');
    expect(native.t('common.tagline', { n: 6 })).toBe('৩০ দিনে ৬টি');
    expect(said('en', '{who, select, me {I} other {They}}', { who: 'me' })).toBe('I');
  });

  it('keep inserted names from turning the words around them, once', () => {
    expect(said('ar', 'دعاك {name}', { name: 'Asha' })).toBe('دعاك \u2068Asha\u2069');
    expect(said('ar', '{phone}', { phone: '+8801712345678' })).toBe('\u2068+8801712345678\u2069');
    expect(said('ar', '{amount}', { amount: formatFor('ar').money(25) })).toBe('\u2066$25\u2069');
    expect(said('ar', '{name}', { name: formatFor('ar').isolate('Asha') })).toBe('\u2068Asha\u2069');
    expect(said('en', 'Invited by {name} (3)', { name: 'أمينة' })).toBe('Invited by \u2068أمينة\u2069 (3)');
    expect(said('be', '{name} লিখেছেন', { name: 'Asha' })).toBe('Asha লিখেছেন');
  });

  it('leave a number sign outside of a plural alone', () => {
    expect(said('en', 'Proposal # {id}', { id: '7' })).toBe('Proposal # 7');
  });
});
