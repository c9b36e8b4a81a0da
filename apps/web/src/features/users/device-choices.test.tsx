import en from 'virtual:catalogue/people.en';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TextProvider, wholeTexts } from '../../lib/text.tsx';
import { DeviceChoices } from './device-choices.tsx';

const show = () =>
  render(
    <TextProvider texts={wholeTexts('en', en)}>
      <DeviceChoices />
    </TextProvider>,
  );
afterEach(() => vi.unstubAllGlobals());

test('without TLS on a network the choices say what the browser withholds; with it they do not', async () => {
  const secure = await show();
  await expect.element(secure.getByText('No PIN is asked for.')).toBeVisible();
  expect(secure.getByText(/without encryption/).elements()).toEqual([]);
  await secure.unmount();
  vi.stubGlobal('isSecureContext', false);
  await expect.element((await show()).getByText(/All else works\./)).toBeVisible();
});
