import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import dialogTexts from 'virtual:texts/features/updates/update-dialog.tsx';
import { demo } from '../../lib/demo-mode.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { useText } from '../../lib/text.tsx';
import { useList } from '../../lib/use-list.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Update } from './update.ts';
import { EMPTY_DRAFT, type UpdateDraft } from './update-draft.ts';
import { UpdateEntry } from './update-entry.tsx';
import styles from './update-log.module.css';
import { WaitingUpdates } from './waiting-updates.tsx';

const UpdateDialog = lazyPart(() => import('./update-dialog.tsx'), dialogTexts);

type Props = {
  proposal: ProposalSummary;
  /** Passing on the address of the proposal, with a sentence. Without it nothing offers that. */
  onShare?: ((sentence: string) => void) | undefined;
};

/** What became of a loan, newest first; its owner adds to it. */
export function UpdateLog({ proposal, onShare }: Props) {
  const { t, format } = useText();
  const [open, setOpen] = useState<Update | 'new' | null>(null);
  // Outlives the dialog: what was typed is there again when it opens anew.
  const [draft, setDraft] = useState<UpdateDraft>(EMPTY_DRAFT);
  const list = useList('listUpdates', queryKeys.updates(proposal.id), { proposalId: proposal.id, limit: 10 });
  const isOwner = proposal.allowedActions.includes('postUpdate');
  const mayShare = onShare !== undefined && proposal.allowedActions.includes('share');
  const share = () => onShare?.(t('share.updateSentence', { title: format.isolate(proposal.title) }));
  const add = () => setOpen('new');
  return (
    <Panel
      title={t('updates.title')}
      aside={isOwner && <IconButton {...demo('postUpdate')} icon="plus" name={t('updates.add')} onClick={add} />}
    >
      {isOwner && (
        <WaitingUpdates
          proposalId={proposal.id}
          onEdit={(kept) => {
            setDraft(kept);
            add();
          }}
        />
      )}
      {list.isError && !list.rows && <ErrorState text={errorSentence(list.error, t)} onRetry={list.retry} />}
      {!list.rows && !list.isError && <Skeleton shape="box" />}
      {list.rows?.length === 0 && <Nothing isOwner={isOwner} onAdd={add} />}
      {list.rows && list.rows.length > 0 && (
        <Entries updates={list.rows}>
          {(update) => (
            <UpdateEntry
              update={update}
              isOwner={isOwner}
              onEdit={() => setOpen(update)}
              onShare={mayShare ? share : undefined}
            />
          )}
        </Entries>
      )}
      <MoreButton list={list} />
      {open !== null && (
        <Suspense fallback={null}>
          <UpdateDialog
            proposal={proposal}
            update={open === 'new' ? null : open}
            draft={draft}
            onDraftChange={setDraft}
            onShare={mayShare ? share : undefined}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Nothing({ isOwner, onAdd }: { isOwner: boolean; onAdd: () => void }) {
  const { t } = useText();
  if (!isOwner) return <EmptyState icon="image" title={t('updates.empty')} text={t('updates.emptyText')} />;
  return (
    <EmptyState
      icon="image"
      title={t('updates.empty')}
      text={t('updates.emptyOwner')}
      action={
        <Button {...demo('postUpdate')} variant="quiet" icon="plus" onClick={onAdd}>
          {t('updates.add')}
        </Button>
      }
    />
  );
}

function Entries({ updates, children }: { updates: Update[]; children: (update: Update) => ReactNode }) {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The browser looked for the fragment of a mailed link before there was anything to find.
    const target = location.hash.startsWith('#update-') && document.getElementById(location.hash.slice(1));
    if (target && ref.current?.contains(target)) target.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <ul ref={ref} className={styles.list}>
      {updates.map((update) => (
        <li key={update.id} id={`update-${update.id}`} className={styles.entry}>
          {children(update)}
        </li>
      ))}
    </ul>
  );
}
