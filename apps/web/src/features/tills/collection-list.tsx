import { formatReference, parseReference } from '@sathi/domain/references.ts';
import { help } from '../../lib/help-mode.ts';
import type { KeptRound } from '../../lib/kept-cash.ts';
import { localAmount, sumFirstLocal } from '../../lib/local-amount.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Row } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { byArea, isRefused, type SheetRow } from './round-facts.ts';
import styles from './tills.module.css';

type Props = {
  rows: readonly SheetRow[];
  round: KeptRound | null;
  /** Takes the cash of a person; without a round the sheet is only read, and it is not called. */
  onTake: (row: SheetRow) => void;
};

/** The people to visit, by area; a press takes their cash. */
export function CollectionList({ rows, round, onTake }: Props) {
  const { t } = useStaffText();
  return Array.from(byArea(rows), ([area, people]) => (
    <Panel key={area} title={area === '' ? t('round.noArea') : area}>
      <ul className={styles.area}>
        {people.map((row) => (
          <li key={row.proposalId}>
            {round === null ? (
              <div className={styles.person}>
                <Person row={row} round={round} />
              </div>
            ) : (
              <button
                {...help('till')}
                type="button"
                className={styles.person}
                data-print="always"
                onClick={() => onTake(row)}
              >
                <Person row={row} round={round} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  ));
}

function Person({ row, round }: { row: SheetRow; round: KeptRound | null }) {
  const { t, format } = useStaffText();
  const { borrower, loanReference, due, overdue, daysLate, waiting, localWaiting, local, phone } = row;
  const sum = local === null ? format.money(due + overdue) : localAmount(local, format);
  const taken = round?.cash.filter(
    (cash) => parseReference(cash.reference) === loanReference && !isRefused(cash) && cash.signedBy === null,
  );
  return (
    <>
      <span className={styles.name} dir="auto">
        {borrower}
      </span>
      <span className={styles.sum}>{sum}</span>
      <span className={styles.about}>
        <Row>
          <bdi dir="ltr">{formatReference(loanReference)}</bdi>
          <bdi dir="ltr">{phone}</bdi>
          {daysLate > 0 && <Badge tone="warm">{t('round.daysLate', { count: daysLate })}</Badge>}
          {waiting > 0 && (
            <Badge tone="info">
              {t('round.waitingSum', { amount: sumFirstLocal({ amount: waiting, local: localWaiting }, format) })}
            </Badge>
          )}
          {taken?.map(({ clientId, number, amount }) => (
            <Badge key={clientId} tone="good" icon="check">
              {t('round.takenNumber', {
                number,
                sum: localAmount({ amount, currency: round?.currency ?? '' }, format),
              })}
            </Badge>
          ))}
        </Row>
      </span>
    </>
  );
}
