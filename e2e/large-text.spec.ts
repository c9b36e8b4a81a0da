import { lostWords } from './lost-words.ts';
import { ROLES } from './screens.ts';
import { finder, LOCALES, open, signedIn, type StorageState, walkThrough } from './walk.ts';
import { expect, test } from './world.ts';

const PHONE = { viewport: { width: 360, height: 740 } } as const;

// They change nothing, so one server may show all of them, or each worker's own some.
test.describe.configure({ mode: 'parallel' });

for (const role of ROLES) {
  for (const locale of LOCALES) {
    test(`at twice the text size nothing is cut or leaves the phone of ${role.name}, in ${locale}`, async ({
      browser,
      baseURL,
      request,
      signIn,
    }) => {
      const url = baseURL as string;
      const { phone } = role;
      const state: StorageState | undefined = phone
        ? await signedIn(browser, url, (page) => signIn(page, phone))
        : undefined;
      const page = await open(browser, url, locale, state, PHONE);
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
      );
      await walkThrough(page, await role.screens(finder(request, state)), locale, async () => {
        expect.soft(await lostWords(page), `${page.url()} in ${locale}`).toEqual([]);
      });
      await page.context().close();
    });
  }
}
