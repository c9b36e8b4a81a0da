import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { help } from '../lib/help-mode.ts';
import { useText } from '../lib/text.tsx';
import { hasVoice, onVoices, speak } from '../lib/voice.ts';
import { Button } from './button.tsx';

/**
 * Reads a step out loud for people who do not read easily; pressing again stops. Not there where the device has no voice for
 * the language.
 */
export function ListenButton({ text }: { text: string }) {
  const { t, locale } = useText();
  const isPossible = useSyncExternalStore(
    onVoices,
    () => hasVoice(locale),
    () => false,
  );
  const [isSpeaking, setSpeaking] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  const quiet = () => {
    stop.current?.();
    stop.current = null;
    setSpeaking(false);
  };
  // The words of a step that has gone are not to be heard.
  useEffect(() => quiet, [text]);
  if (!isPossible) return null;
  const press = () => {
    if (isSpeaking) return quiet();
    setSpeaking(true);
    stop.current = speak(text, locale, () => setSpeaking(false));
  };
  return (
    <div data-print="never">
      <Button {...help('listen')} variant="quiet" small icon={isSpeaking ? 'close' : 'megaphone'} onClick={press}>
        {t(isSpeaking ? 'common.stopListening' : 'common.listen')}
      </Button>
    </div>
  );
}
