import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { isReleased } from '@sathi/domain/proposals.ts';
import { help } from '../../lib/help-mode.ts';
import { holdInView } from '../../lib/hold-in-view.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { statusOf } from '../../lib/proposal-status.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import { useReadOn } from '../../lib/use-read-on.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { draftOfWaiting, EMPTY_DRAFT, type Update, type UpdateDraft } from './update.ts';
import { useHeld } from '../waiting/use-held.ts';
import { UpdateEntry } from './update-entry.tsx';
import styles from './update-log.module.css';
import { WaitingUpdates } from './waiting-updates.tsx';

const UpdateDialog = lazy(() => import('./update-dialog.tsx'));

type Props = {
  proposal: ProposalSummary;
  /** Shares an update; without it no button offers that. */
  onShare?: ((updateId: string) => void) | undefined;
  /** Folds the log behind its name, for a reader who came for something else. */
  isFolded?: boolean;
};

/** The updates of a loan, newest first; its owner adds to them. */
export function UpdateLog({ proposal, onShare, isFolded = false }: Props) {
  const { t } = useText();
  const [open, setOpen] = useState<Update | 'new' | 'waiting' | null>(null);
  // The draft outlives the dialog and the page: typed text is there again when the dialog opens anew.
  const begun = useKeptValues(`new-update.${proposal.id}`, EMPTY_DRAFT);
  const [draft, setDraft] = begun.state;
  // A waiting update is changed in a draft of its own, so that a new one that was begun is not lost.
  const [changed, setChanged] = useState<UpdateDraft>(EMPTY_DRAFT);
  const { held, hold, letGo, replace } = useHeld<'createUpdate'>();
  const list = useList('listUpdates', queryKeys.updates(proposal.id), { proposalId: proposal.id, limit: 10 });
  const isAhead =
    location.hash.startsWith('#update-') && !list.rows?.some(({ id }) => location.hash === `#update-${id}`);
  useReadOn(list, isAhead ? Number.POSITIVE_INFINITY : 0);
  const isOwner = proposal.allowedActions.includes('postUpdate');
  const share = proposal.allowedActions.includes('share') ? onShare : undefined;
  const add = () => setOpen('new');
  // Others see no empty log before the money is released: a borrower has seldom anything to tell by then.
  if (!isOwner && !isReleased(statusOf(proposal)) && !list.rows?.length) return null;
  return (
    <Frame isFolded={isFolded} aside={isOwner && list.rows?.length !== 0 && <AddButton onAdd={add} />}>
      {isOwner && (
        <WaitingUpdates
          proposalId={proposal.id}
          onEdit={(waiting) => {
            hold(waiting);
            setChanged(draftOfWaiting(waiting));
            setOpen('waiting');
          }}
        />
      )}
      {list.isError && !list.rows && <ErrorState text={errorSentence(list.error, t)} onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && <Nothing isOwner={isOwner} onAdd={add} />}
      {list.rows && list.rows.length > 0 && (
        <Entries updates={list.rows} more={list.hasMore && <MoreButton list={list} />}>
          {(update) => (
            <UpdateEntry
              update={update}
              isOwner={isOwner}
              onEdit={() => setOpen(update)}
              onShare={share && (() => share(update.id))}
            />
          )}
        </Entries>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <UpdateDialog
            proposal={proposal}
            update={typeof open === 'string' ? null : open}
            draft={held ? changed : draft}
            onDraftChange={held ? setChanged : setDraft}
            mails={held?.mail !== undefined}
            onShare={share}
            onSaved={open === 'new' ? begun.forget : replace}
            onClose={() => {
              letGo();
              setOpen(null);
            }}
          />
        </Suspense>
      )}
    </Frame>
  );
}

function Frame({ isFolded, aside, children }: { isFolded: boolean; aside: ReactNode; children: ReactNode }) {
  const { t } = useText();
  const title = t('updates.title');
  if (isFolded) return <Fold title={title}>{children}</Fold>;
  return (
    <Panel title={title} aside={aside}>
      {children}
    </Panel>
  );
}

function Nothing({ isOwner, onAdd }: { isOwner: boolean; onAdd: () => void }) {
  const { t } = useText();
  if (!isOwner) return <p>{t('updates.empty')}</p>;
  return (
    <EmptyState
      icon="image"
      title={t('updates.empty')}
      text={t('updates.emptyOwner')}
      action={<AddButton onAdd={onAdd} />}
    />
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useText();
  return (
    <Button {...help('postUpdate')} variant="quiet" small icon="plus" onClick={onAdd}>
      {t('updates.add')}
    </Button>
  );
}

type EntriesProps = { updates: Update[]; more: ReactNode; children: (update: Update) => ReactNode };

/** The newest update, and the earlier ones behind a line. */
function Entries({ updates, more, children }: EntriesProps) {
  const { t } = useText();
  const ref = useRef<HTMLDivElement>(null);
  const [newest, ...earlier] = updates;
  // The list saved on the device comes first, and may lack the linked update.
  const linkedId = updates.map(({ id }) => `update-${id}`).find((id) => location.hash === `#${id}`);
  useEffect(() => {
    // The browser looked for the fragment of a mailed link before the update was there.
    const target = linkedId !== undefined && document.getElementById(linkedId);
    if (!target || !ref.current?.contains(target)) return;
    target.closest('details')?.setAttribute('open', '');
    return holdInView(target);
  }, [linkedId]);
  const listed = (shown: readonly Update[]) => (
    <ul className={styles.list}>
      {shown.map((update) => (
        <li key={update.id} id={`update-${update.id}`} className={styles.entry}>
          {children(update)}
        </li>
      ))}
    </ul>
  );
  return (
    <div ref={ref}>
      {newest && listed([newest])}
      {(earlier.length > 0 || more) && (
        <details className={styles.earlier}>
          <summary>{t('updates.earlier')}</summary>
          {listed(earlier)}
          {more}
        </details>
      )}
    </div>
  );
}
