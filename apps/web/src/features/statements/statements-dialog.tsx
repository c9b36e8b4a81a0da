import { localAmount } from '../../lib/local-amount.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './statements.module.css';

type Props = { mfiId: string; account: { id: string; currency: string }; onClose: () => void };

/** The files of an account that were handed in, the newest first (R21). */
export default function StatementsDialog({ mfiId, account, onClose }: Props) {
  const { t } = useStaffText();
  const query = { mfiId, accountId: account.id };
  const list = useList('listStatements', [...queryKeys.desk(mfiId), 'files', account.id], query);
  const { rows } = list;
  return (
    <Dialog title={t('desk.files')} onClose={onClose}>
      {!rows && (list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />)}
      {rows?.length === 0 && <EmptyState icon="bank" title={t('desk.noFiles')} text={t('desk.noFilesText')} />}
      {rows && rows.length > 0 && (
        <Stack>
          <ul className={styles.lines} aria-label={t('desk.files')}>
            {rows.map((statement) => (
              <OneFile key={statement.id} statement={statement} currency={account.currency} />
            ))}
          </ul>
          <MoreButton list={list} />
        </Stack>
      )}
    </Dialog>
  );
}

function OneFile({ statement, currency }: { statement: DataOf<'listStatements'>[number]; currency: string }) {
  const { t, format } = useStaffText();
  const { name, from, to, opening, closing, lines, newLines, badRows } = statement;
  const sum = (amount: string) => localAmount({ amount, currency }, format);
  const facts = [
    from !== null && to !== null && `${format.date(from)} – ${format.date(to)}`,
    t('desk.fileLines', { lines, newLines }),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.line}>
      <strong className={styles.words} dir="auto">
        {name}
      </strong>
      <p className={styles.words}>{format.joined(facts)}</p>
      {opening !== null && closing !== null && (
        <dl className={styles.sums}>
          <dt>{t('desk.opening')}</dt>
          <dd>{sum(opening)}</dd>
          <dt>{t('desk.closing')}</dt>
          <dd>{sum(closing)}</dd>
        </dl>
      )}
      {badRows.length > 0 && (
        <p className={styles.soft}>{t('desk.badRows', { rows: badRows.map(({ row }) => row).join(', ') })}</p>
      )}
    </li>
  );
}
