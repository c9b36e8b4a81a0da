import { Suspense, useEffect, useState } from 'react';
import guideTexts from 'virtual:texts/chrome/demo-guide.tsx';
import { isDemoMode, switchDemoMode, takeDemoSwitch } from '../lib/demo-mode.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useText } from '../lib/text.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';

const DemoGuide = lazyPart(() => import('./demo-guide.tsx'), guideTexts);

/** Switches the help on and off: while it is on, every action explains itself instead of acting. */
export default function HelpToggle() {
  const { t } = useText();
  const [isOn] = useState(isDemoMode);
  useEffect(() => {
    if (takeDemoSwitch()) toast.success(t(isOn ? 'help.activated' : 'help.deactivated'));
  }, [isOn, t]);
  return (
    <>
      <IconButton
        icon="help"
        name={t(isOn ? 'help.leave' : 'help.enter')}
        tip="below"
        aria-pressed={isOn}
        onClick={switchDemoMode}
      />
      {isOn && (
        <Suspense>
          <DemoGuide />
        </Suspense>
      )}
    </>
  );
}
