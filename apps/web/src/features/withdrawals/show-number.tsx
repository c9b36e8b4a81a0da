import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { type Shown, ShowPayoutDialog } from './show-payout-dialog.tsx';

/** The button by which staff see the whole number of an account (R25.2). */
export function ShowNumber({ request, mfiId }: { request: Shown; mfiId: string }) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Row>
        <Button {...help('moveWithdrawal')} variant="plain" icon="eye" onClick={() => setShown(true)}>
          {t('money.show.title')}
        </Button>
      </Row>
      {isShown && <ShowPayoutDialog request={request} mfiId={mfiId} onClose={() => setShown(false)} />}
    </>
  );
}
