import { lazy, Suspense, useState } from 'react';
import { useText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import type { Payment } from './payment-state.tsx';

const PaymentReceiptDialog = lazy(() => import('./payment-receipt-dialog.tsx'));

/** Opens the receipt of a payment (R22.7). */
export function PaymentReceiptButton({ receipt }: { receipt: NonNullable<Payment['receipt']> }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        variant="plain"
        aria-label={t('money.receipt.title', { number: receipt.number })}
        onClick={() => setOpen(true)}
      >
        {t('money.receipt.show')}
      </Button>
      {isOpen && (
        <Suspense>
          <PaymentReceiptDialog receipt={receipt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
