import { lazy, Suspense, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useMoneyText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';

const ForgiveDialog = lazy(() => import('./forgive-dialog.tsx'));

/** A backer of a running loan may give up what it still owes them (R30.1). */
export default function Forgive({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useMoneyText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <Button {...help('forgive')} variant="quiet" icon="heart" onClick={() => setOpen(true)}>
        {t('forgiving.button')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <ForgiveDialog proposal={proposal} onClose={() => setOpen(false)} />}
      </Suspense>
    </Row>
  );
}
