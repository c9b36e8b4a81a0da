import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../test/render-page.tsx';
import { ListenButton } from './listen-button.tsx';

let voices: Partial<SpeechSynthesisVoice>[];
let said: SpeechSynthesisUtterance[];
const cancel = vi.fn();

beforeEach(() => {
  voices = [{ lang: 'en-US', localService: true }];
  said = [];
  cancel.mockReset();
  vi.spyOn(speechSynthesis, 'getVoices').mockImplementation(() => voices as SpeechSynthesisVoice[]);
  vi.spyOn(speechSynthesis, 'cancel').mockImplementation(cancel);
  vi.spyOn(speechSynthesis, 'speak').mockImplementation((utterance) => void said.push(utterance));
  // The voices of the test are none of the browser's own, which alone an utterance takes.
  vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const show = (text: string) => renderPage(<ListenButton text={text} />, { path: '/' });

test('a step is read sentence by sentence, and a second press stops it', async () => {
  const screen = await show('Pay $8.33. How much did you pay? Then press “Review”.');
  await screen.getByRole('button', { name: 'Listen' }).click();
  expect(said.map(({ text, lang }) => [text, lang])).toEqual([
    ['Pay $8.33.', 'en-US'],
    ['How much did you pay?', 'en-US'],
    ['Then press “Review”.', 'en-US'],
  ]);
  cancel.mockReset();
  await screen.getByRole('button', { name: 'Stop' }).click();
  expect(cancel).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('after the last word the button listens again', async () => {
  const screen = await show('One. Two.');
  await screen.getByRole('button', { name: 'Listen' }).click();
  said[0]?.dispatchEvent(new Event('end'));
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  said[1]?.dispatchEvent(new Event('end'));
  await expect.element(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('a step that goes takes its voice along', async () => {
  const screen = await show('One.');
  await screen.getByRole('button', { name: 'Listen' }).click();
  cancel.mockReset();
  await screen.unmount();
  expect(cancel).toHaveBeenCalledOnce();
});

test('without a voice for the language there is no button, until one comes', async () => {
  voices = [{ lang: 'bn-BD', localService: true }];
  const screen = await show('One.');
  await expect.element(screen.getByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
  voices = [{ lang: 'en_GB', localService: false }];
  speechSynthesis.dispatchEvent(new Event('voiceschanged'));
  await expect.element(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});
