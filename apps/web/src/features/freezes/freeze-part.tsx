import { useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import type { ProposalDetails } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/page.tsx';
import { FreezeDialog } from './freeze-dialog.tsx';

/** A button for managers at the end of the page of a proposal. Its code is fetched for them alone. */
export function FreezePart({ proposal, userId }: { proposal: ProposalDetails; userId: string }) {
  const { t } = useStaffText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <Button {...help('freeze')} variant="quiet" icon="ban" onClick={() => setOpen(true)}>
        {t('freeze.open')}
      </Button>
      {isOpen && <FreezeDialog proposal={proposal} userId={userId} onClose={() => setOpen(false)} />}
    </Row>
  );
}
