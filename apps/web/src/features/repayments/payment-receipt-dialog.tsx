import { useMoneyText } from '../../lib/text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import type { Payment } from './payment-state.tsx';

type Props = { receipt: NonNullable<Payment['receipt']>; onClose: () => void };

/** The receipt of a payment: its number, and its page for anybody by link, code or camera (R22.7). */
export default function PaymentReceiptDialog({ receipt, onClose }: Props) {
  const { t } = useMoneyText();
  const title = t('money.receipt.title', { number: receipt.number });
  const address = new URL(receipt.url, location.origin).href;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <QrCode text={address} label={t('money.receipt.code')} />
        <Row>
          <a href={receipt.url} target="_blank" rel="noreferrer">
            <bdi>{receipt.code}</bdi>
          </a>
          <CopyButton text={address} about={title} />
        </Row>
        <p>{t('money.receipt.note')}</p>
      </Stack>
    </Dialog>
  );
}
