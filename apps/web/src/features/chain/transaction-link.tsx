import { Link } from 'wouter';
import { useStaffText } from '../../lib/text.tsx';
import { transactionAddress } from './use-transaction.ts';

/** A link to one transaction, named with the beginning of its hash, so that no two links of a list are named alike. */
export function TransactionLink({ hash, explorerUrl }: { hash: string; explorerUrl: string | null }) {
  const { t } = useStaffText();
  const address = transactionAddress(hash, explorerUrl);
  const content = (
    <>
      {t('chain.operation.show')} <bdi dir="ltr">{hash.slice(0, 8)}…</bdi>
    </>
  );
  return address.startsWith('/') ? (
    <Link href={address}>{content}</Link>
  ) : (
    <a href={address} rel="noopener">
      {content}
    </a>
  );
}
