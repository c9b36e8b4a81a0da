import { vi } from 'vitest';

/** A device with one English voice that says nothing; answers with what it was to say. `vi.restoreAllMocks` ends it. */
export function fakeVoice(): string[] {
  const said: string[] = [];
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([
    { lang: 'en-US', localService: true } as SpeechSynthesisVoice,
  ]);
  vi.spyOn(speechSynthesis, 'cancel').mockReturnValue();
  vi.spyOn(speechSynthesis, 'speak').mockImplementation(({ text }) => void said.push(text));
  // The voice is none of the browser's own, which alone an utterance takes.
  vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockImplementation(() => undefined);
  return said;
}
