import { lazy, Suspense, useRef, useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { useStaffText } from '../../lib/text.tsx';
import { useLetterKeys } from '../../lib/use-letter-keys.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LineItem } from './line-item.tsx';
import { type Line, RESULT_WORDS } from './line-words.ts';
import styles from './statements.module.css';
import { UndoDialog } from './undo-dialog.tsx';
import { type Booking, type Pile, useBooking, useLines } from './use-lines.ts';

const AsideDialog = lazyDialog(async () => {
  const { AsideDialog: Component } = await import('./aside-dialog.tsx');
  return { default: Component };
});
const ChooseDialog = lazyDialog(async () => {
  const { ChooseDialog: Component } = await import('./choose-dialog.tsx');
  return { default: Component };
});

const LineSearch = lazy(() => import('./line-search.tsx'));

type Props = { mfiId: string; accountId: string };
type Result = DataOf<'bookLines'>['results'][number];

/** The lines of an account in three piles, those that are done, and any that words find (R21.7, R21.8). */
export function LinesPanel({ mfiId, accountId }: Props) {
  const text = useStaffText();
  const { t } = text;
  const [pile, setPile] = useState<Pile>('sure');
  const [refused, setRefused] = useState<readonly Result[]>([]);
  const book = useBooking(mfiId, text, (results) => setRefused(results.filter(({ result }) => result !== 'booked')));
  const linesOf = (words?: string) => (
    <PileOfLines
      key={`${pile} ${words}`}
      mfiId={mfiId}
      accountId={accountId}
      pile={pile}
      words={words}
      book={book}
      onDone={({ id }) => setRefused((before) => before.filter((other) => other.id !== id))}
    />
  );
  return (
    <Panel title={t('desk.lines')}>
      {book.error && <FormError>{errorSentence(book.error, t)}</FormError>}
      {refused.length > 0 && (
        <Banner tone="warm">
          {t('desk.refused', { count: refused.length })}{' '}
          {[...new Set(refused.map(({ result }) => t(RESULT_WORDS[result])))].join(' ')}
        </Banner>
      )}
      <Tabs
        label={t('desk.lines')}
        tabs={[
          { id: 'sure', label: t('desk.pile.sure') },
          { id: 'look', label: t('desk.pile.look') },
          { id: 'open', label: t('desk.pile.open') },
          { id: 'done', label: t('desk.pile.done') },
          { id: 'search', label: t('desk.pile.search') },
        ]}
        selected={pile}
        onSelect={setPile}
      >
        {pile === 'search' ? (
          <Suspense fallback={<Skeleton shape="box" />}>
            <LineSearch mfiId={mfiId} accountId={accountId}>
              {linesOf}
            </LineSearch>
          </Suspense>
        ) : (
          linesOf()
        )}
      </Tabs>
    </Panel>
  );
}

type Asking = { what: 'choose' | 'aside' | 'undo'; line: Line } | null;

type PileProps = Props & { pile: Pile; words: string | undefined; book: Booking; onDone: (line: Line) => void };

function PileOfLines({ mfiId, accountId, pile, words, book, onDone }: PileProps) {
  const { t } = useStaffText();
  const ask = useConfirm();
  const list = useLines(mfiId, accountId, pile, words);
  const [current, setCurrent] = useState(0);
  const [asking, setAsking] = useState<Asking>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { rows } = list;
  const line = rows?.[Math.min(current, rows.length - 1)];
  const bookOne = ({ id }: Line) => book.mutate({ query: { mfiId }, body: { lines: [{ id }] } });
  const step = (by: number) => {
    const next = Math.max(0, Math.min(current + by, (rows?.length ?? 1) - 1));
    setCurrent(next);
    panel.current?.querySelectorAll('li')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onOpen = (act: (line: Line) => void) => () => line?.state === 'open' && act(line);
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    b: onOpen((open) => open.match.preview !== null && !book.isPending && bookOne(open)),
    c: onOpen((open) => setAsking({ what: 'choose', line: open })),
    a: onOpen((open) => setAsking({ what: 'aside', line: open })),
  };
  // A dialog that is still on its way holds no key back by itself.
  useLetterKeys(panel, asking === null ? keys : {});
  if (!rows) return list.isError ? <ErrorState onRetry={list.retry} /> : <Skeleton shape="box" />;
  if (rows.length === 0) return <NoLines isSearched={words !== undefined} />;
  const sure = rows.filter(({ match, state }) => state === 'open' && match.preview !== null);
  const bookAll = async () => {
    const yes = t('desk.bookMany', { count: sure.length });
    if (await ask({ message: t('desk.bookQuestion', { count: sure.length }), yes }))
      book.mutate({ query: { mfiId }, body: { lines: sure.map(({ id }) => ({ id })) } });
  };
  const about = (asked: Line) => ({
    mfiId,
    line: asked,
    onClose: () => setAsking(null),
    // It may be one that is told not to be booked.
    onDone: () => onDone(asked),
  });
  return (
    <div ref={panel}>
      <Stack>
        {pile === 'sure' && sure.length > 0 && (
          <Button {...help('bookLine')} icon="check" busy={book.isPending} onClick={() => void bookAll()}>
            {t('desk.bookMany', { count: sure.length })}
          </Button>
        )}
        {pile !== 'done' && <p className={styles.soft}>{t('desk.keys')}</p>}
        <ul className={styles.lines} aria-label={t('desk.lines')}>
          {rows.map((row) => (
            <LineItem
              key={row.id}
              line={row}
              isCurrent={row === line && pile !== 'done'}
              isBusy={book.isPending}
              onBook={() => bookOne(row)}
              onAsk={(what) => setAsking({ what, line: row })}
            />
          ))}
        </ul>
        <MoreButton list={list} />
      </Stack>
      {asking?.what === 'choose' && <ChooseDialog {...about(asking.line)} />}
      {asking?.what === 'aside' && <AsideDialog {...about(asking.line)} />}
      {asking?.what === 'undo' && <UndoDialog {...about(asking.line)} />}
    </div>
  );
}

function NoLines({ isSearched }: { isSearched: boolean }) {
  const { t } = useStaffText();
  return isSearched ? (
    <EmptyState icon="search" title={t('desk.notFound')} text={t('desk.notFoundText')} />
  ) : (
    <EmptyState icon="check" title={t('desk.nothing')} text={t('desk.nothingText')} />
  );
}
