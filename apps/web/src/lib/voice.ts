import { BROWSER_LANGUAGE, type Locale } from './locale.ts';

const ISOLATES = /[\u2066-\u2069]/g;

/** Whether this device can speak a language. Many learn of their voices a moment after the page. */
export function hasVoice(locale: Locale): boolean {
  return voiceOf(locale) !== undefined;
}

export function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => undefined;
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => speechSynthesis.removeEventListener('voiceschanged', listener);
}

/**
 * Reads a text out loud, sentence by sentence, since some browsers break off a long one.
 * @returns stops it; `onEnd` follows the last word, or a fault, and no stop
 */
export function speak(text: string, locale: Locale, onEnd: () => void): () => void {
  const voice = voiceOf(locale);
  const sentences = text.replaceAll(ISOLATES, '').match(/[^.!?।؟\n]+(?:[.!?।؟](?=\d)[^.!?।؟\n]+)*[.!?।؟]*/gu) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  let isStopped = false;
  const end = () => {
    if (!isStopped) onEnd();
  };
  speechSynthesis.cancel();
  for (const [index, sentence] of spoken.entries()) {
    const utterance = new SpeechSynthesisUtterance(sentence.trim());
    utterance.lang = voice?.lang ?? BROWSER_LANGUAGE[locale];
    if (voice) utterance.voice = voice;
    if (index === spoken.length - 1) utterance.addEventListener('end', end);
    utterance.addEventListener('error', end);
    speechSynthesis.speak(utterance);
  }
  if (spoken.length === 0) end();
  return () => {
    isStopped = true;
    speechSynthesis.cancel();
  };
}

/** One of the device's own first: it needs no network. Languages are written `bn-BD`, `bn_BD` or `bn`. */
function voiceOf(locale: Locale): SpeechSynthesisVoice | undefined {
  if (!('speechSynthesis' in window)) return undefined;
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.split(/[-_]/)[0] === BROWSER_LANGUAGE[locale]);
  return voices.find(({ localService }) => localService) ?? voices[0];
}
