import { lazy, Suspense, useState } from 'react';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';

const ContactDialog = lazy(() => import('./contact-dialog.tsx'));

type Props = {
  loan: { proposalId: string; title: string; userName: string };
  mfi: { id: string; name: string };
};

/** Opens what was said to the borrower of a late loan, to add to it. */
export function ContactButton({ loan, mfi }: Props) {
  const { t } = useStaffText();
  const [isOpen, setOpen] = useState(false);
  const label = t('contacts.which', { name: loan.userName, title: loan.title });
  return (
    <>
      <Button {...help('contact')} small variant="quiet" icon="phone" aria-label={label} onClick={() => setOpen(true)}>
        {t('contacts.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ContactDialog loan={loan} mfi={mfi} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
