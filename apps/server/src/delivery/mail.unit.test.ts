import { expect, test } from 'vitest';
import { eventMail, mail } from './mail.ts';
import { withHtmlFooter } from './mail-html.ts';

const URL = 'https://sathi.example.org/App/proposal?mfi=DCBS&id=7';
const FACTS = { title: 'A <b>cow</b>', amountCents: 4000, outstandingCents: 12_550, mfiName: 'DCBS', url: URL };

test.each([
  ['en', 'ltr', 'Have a look', 'DCBS through Sathi'],
  ['bn', 'ltr', 'দেখে নিন', 'DCBS, সাথীর মাধ্যমে'],
  ['ar', 'rtl', 'ألقِ نظرة', 'DCBS عبر ساتي'],
])(
  'a mail in %s is a column with its institution, the amount, one sentence and one button',
  (lang, dir, word, sender) => {
    const language = lang === 'bn' ? 'be' : (lang as 'en' | 'ar');
    const { html, text, ...rest } = mail(language, 'paymentApprovedOwner', FACTS);
    expect(rest.sender).toBe(sender);
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(html).toContain('max-width:560px');
    expect(html).toContain(`>${sender}</p>`);
    expect(html).toMatch(/font-size:32px[^>]*><bdi>\$40<\/bdi>/);
    expect([...html.matchAll(/<a /g)]).toHaveLength(1);
    expect(html).toContain(`>${word}</a>`);
    expect(html).toContain('A &#60;b&#62;cow&#60;/b&#62;');
    // The page that it is about stands in the link alone, and in full in the text for programs without html.
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('https://');
    expect(text).toContain(URL);
  },
);

test('the button of a mail against theft says what it does', () => {
  expect(eventMail('en', 'payout_account_added', FACTS).html).toContain('>This was not me</a>');
});

test('the end of a mail says why it came, and stops such mails by a word', () => {
  const stop = `https://sathi.example.org/App/Unsubscribe?token=${'x'.repeat(90)}`;
  const html = withHtmlFooter(mail('en', 'repaidBacker', FACTS).html, 'Because you take part.', 'Stop', stop);
  expect(html).toContain(`<small>Because you take part. <a href="${stop}" style="color:inherit">Stop</a></small>`);
  expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('https://');
});
