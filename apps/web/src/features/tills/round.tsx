import { toLatinDigits } from '@sathi/domain/digits.ts';
import { useState } from 'react';
import { downloadFile } from '../../lib/download.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { forgetRound, type KeptRound } from '../../lib/kept-cash.ts';
import { useSession } from '../../lib/session.ts';
import { useStaffText } from '../../lib/text.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CashDialog, type Wish } from './cash-dialog.tsx';
import { CollectionList } from './collection-list.tsx';
import { CountDialog } from './count-dialog.tsx';
import { OpenTill } from './open-till.tsx';
import { RefusedCash } from './refused-cash.tsx';
import { RoundBar } from './round-bar.tsx';
import { LateCash } from './late-cash.tsx';
import { dueIn, inHand, isSettled, type SheetRow } from './round-facts.ts';
import { useRounds, useSendCash, useSheet } from './use-round.ts';

type Props = { mfi: { id: string; name: string; timeZone: string } };

/** An officer's round: the sheet, and the cash that is taken, also without a network (R22.5). */
export function Round({ mfi }: Props) {
  const { t } = useStaffText();
  const userId = useSession().user?.id ?? '';
  const [filter, setFilter] = useState({ date: '', whose: 'all', words: '' });
  const [wish, setWish] = useState<Wish | null>(null);
  const { round, late, isLost } = useRounds(mfi);
  const wanted = { ...(filter.date && { date: filter.date }), ...(filter.whose === 'own' && { officerId: userId }) };
  const sheet = useSheet(mfi.id, wanted);
  const rows = sheet.data?.filter((row) => isFound(row, filter.words));
  const take = (row: SheetRow) =>
    setWish({ reference: row.loanReference, name: row.borrower, amount: round ? dueIn(row, round.currency) : '' });
  return (
    <Stack>
      {late.map((each) => (
        <LateCash key={each.tillId} round={each} />
      ))}
      {isLost && <FormError>{t('round.notKept')}</FormError>}
      {round === null && <OpenTill mfi={mfi} />}
      {round && <RefusedCash round={round} onAgain={(of) => setWish({ ...of, of })} />}
      <div data-print="never">
        <Filters mfi={mfi} wanted={wanted} filter={filter} onFilter={(one) => setFilter({ ...filter, ...one })} />
      </div>
      {!rows && (sheet.isError ? <ErrorState onRetry={() => void sheet.refetch()} /> : <Skeleton shape="box" />)}
      {rows?.length === 0 && <EmptyState icon="check-circle" title={t('round.none')} text={t('round.noneText')} />}
      {rows && <CollectionList rows={rows} round={round ?? null} onTake={take} />}
      {round && <Hand mfiId={mfi.id} round={round} onOther={() => setWish({ reference: '', name: '', amount: '' })} />}
      {round && wish && <CashDialog round={round} wish={wish} timeZone={mfi.timeZone} onClose={() => setWish(null)} />}
    </Stack>
  );
}

function Hand({ mfiId, round, onOther }: { mfiId: string; round: KeptRound; onOther: () => void }) {
  const { t } = useStaffText();
  const [isCounting, setCounting] = useState(false);
  const error = useSendCash(round);
  const isReady = round.cash.every(isSettled);
  const close = () => setCounting(false);
  return (
    <>
      <Row>
        <Button {...help('till')} variant="quiet" icon="plus" onClick={onOther}>
          {t('round.other')}
        </Button>
      </Row>
      {error && <FormError>{errorSentence(error, t)}</FormError>}
      <RoundBar round={round} isReady={isReady} onHandOver={() => setCounting(true)} />
      {isCounting && (
        <CountDialog
          mfiId={mfiId}
          till={{ id: round.tillId, number: round.number }}
          state="closed"
          expected={{ amount: inHand(round), currency: round.currency }}
          onDone={() => void forgetRound(round.tillId)}
          onClose={close}
        />
      )}
    </>
  );
}

type Filter = { date: string; whose: string; words: string };
type FiltersProps = {
  mfi: { id: string };
  wanted: { date?: string; officerId?: string };
  filter: Filter;
  onFilter: (changed: Partial<Filter>) => void;
};

function Filters({ mfi, wanted, filter, onFilter }: FiltersProps) {
  const { t } = useStaffText();
  const download = () =>
    downloadFile('readCollectionSheet', { query: { mfiId: mfi.id, ...wanted, format: 'csv' } }, 'sathi-collection.csv');
  return (
    <Stack>
      <TextField
        label={t('round.search')}
        inputMode="search"
        value={filter.words}
        onValueChange={(words) => onFilter({ words })}
      />
      <Fold title={t('round.more')}>
        <Stack>
          <SelectField
            label={t('round.whose')}
            value={filter.whose}
            onValueChange={(whose) => onFilter({ whose })}
            options={[
              { value: 'all', label: t('round.whose.all') },
              { value: 'own', label: t('round.whose.own') },
            ]}
          />
          <DateField label={t('round.until')} value={filter.date} onValueChange={(date) => onFilter({ date })} />
          <Row>
            <Button {...help('print')} variant="quiet" onClick={() => window.print()}>
              {t('round.print')}
            </Button>
            <DownloadButton download={download}>{t('round.csv')}</DownloadButton>
          </Row>
        </Stack>
      </Fold>
    </Stack>
  );
}

/** True when the name, the area, the phone or the reference contains the words typed. */
function isFound({ borrower, area, phone, loanReference }: SheetRow, words: string): boolean {
  const compact = (text: string) => toLatinDigits(text).replaceAll(/[\s-]/g, '').toLowerCase();
  return [borrower, area, phone, loanReference].some((text) => compact(text).includes(compact(words)));
}
