import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { DOTS, hidesAmounts, onAmounts, showAmounts, useHiddenAmounts } from '../lib/hidden-amounts.ts';
import { type Text, TextProvider, useText, useTexts } from '../lib/text.tsx';
import { Button } from './button.tsx';
import { Row, Stack } from './page.tsx';

/**
 * Money of the reader's own, for eyes that are not the reader's: where they chose so, dots stand in the place of each amount,
 * for screen readers too, until a press shows them. What is typed or about to be sent is never hidden.
 */
export function OwnAmounts({ children }: { children: ReactNode }) {
  const { t } = useText();
  const isChosen = useSyncExternalStore(onAmounts, hidesAmounts, () => false);
  const isHidden = useHiddenAmounts();
  if (!isChosen) return children;
  return (
    <Stack>
      <Row>
        <Button variant="quiet" small icon={isHidden ? 'eye' : 'eye-off'} onClick={() => showAmounts(isHidden)}>
          {t(isHidden ? 'common.showAmounts' : 'common.hideAmounts')}
        </Button>
      </Row>
      {isHidden ? <Hidden>{children}</Hidden> : children}
    </Stack>
  );
}

function Hidden({ children }: { children: ReactNode }) {
  const texts = useTexts();
  const hidden = useMemo(() => {
    const later = <Words extends Text>(load: () => Promise<Words>) => {
      let words: Promise<Words> | undefined;
      return () => (words ??= load().then(withoutMoney));
    };
    return { ...texts, people: withoutMoney(texts.people), staff: later(texts.staff), money: later(texts.money) };
  }, [texts]);
  return <TextProvider texts={hidden}>{children}</TextProvider>;
}

function withoutMoney<Words extends Text>(text: Words): Words {
  const { format } = text;
  return { ...text, format: { ...format, dots: DOTS, money: () => format.isolate(`$${DOTS}`) } };
}
