import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { demo } from '../../lib/demo-mode.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useStoredDraft } from '../../lib/stored-draft.ts';
import { useText } from '../../lib/text.tsx';
import { useSendOrKeep } from '../../lib/use-outbox.ts';
import { useSend } from '../../lib/use-send.ts';
import { useTask } from '../../lib/use-task.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { type BegunProposal, begunName, isBegun, isUntouched, NOTHING_BEGUN } from './begun-proposal.ts';
import { formErrorOf } from './form-error.ts';
import { saveGallery } from './gallery.ts';
import { GalleryField } from './gallery-field.tsx';
import styles from './new-proposal-dialog.module.css';
import { bodyOf, draftProblems, isPastDay } from './proposal-draft.ts';
import { ProposalFields } from './proposal-fields.tsx';
import { todayIn, useMfiTimeZone } from './time.ts';

type Props = {
  mfi: { id: string; name: string } | undefined;
  onClose: () => void;
};

const FORM_ID = 'new-proposal';

/** Writing a proposal: keep it as a draft (1) or show it to everybody (2). What is typed stays in this browser until then. */
export default function NewProposalDialog({ mfi, onClose }: Props) {
  const { t } = useText();
  const { user } = useSession();
  const written = useStoredDraft(begunName(user?.id), NOTHING_BEGUN, isBegun);
  const { draft, gallery } = written.draft;
  const status = useRef<1 | 2>(1);
  const [isPictureComing, setPictureComing] = useState(false);
  const [isGalleryComing, setGalleryComing] = useState(false);
  const { submit, isPending, error, wasAttempted } = useCreateProposal(written.draft, mfi, () => {
    written.clear();
    onClose();
  });
  const busy = isPending || isPictureComing || isGalleryComing;
  return (
    <Dialog
      wide
      title={t('proposal.new')}
      onClose={onClose}
      busy={isPending}
      footer={
        <SaveButtons
          busy={busy}
          onPress={(pressed) => {
            status.current = pressed;
          }}
        />
      }
    >
      <Form id={FORM_ID} busy={busy} error={formErrorOf(error, t)} onSubmit={() => void submit(status.current)}>
        {written.wasRestored && !isUntouched(written.draft) && (
          <Banner
            tone="info"
            action={
              <Button variant="plain" small onClick={written.clear}>
                {t('proposal.startOver')}
              </Button>
            }
          >
            {t('proposal.restored')}
          </Banner>
        )}
        <ProposalFields
          draft={draft}
          onDraftChange={(change) => written.change((before) => ({ ...before, draft: change }))}
          onBusyChange={setPictureComing}
          wasAttempted={wasAttempted}
          error={error}
          {...(mfi && { mfiName: mfi.name })}
        />
        <GalleryField
          value={gallery}
          onValueChange={(change) => written.change((before) => ({ ...before, gallery: change(before.gallery) }))}
          onBusyChange={setGalleryComing}
        />
        <GoodToKnow />
      </Form>
    </Dialog>
  );
}

/** Both submit the form; which was pressed is told before. */
function SaveButtons({ busy, onPress }: { busy: boolean; onPress: (status: 1 | 2) => void }) {
  const { t } = useText();
  return (
    <>
      {/* First, so that the enter key keeps a draft and never publishes. */}
      <Button
        {...demo('saveDraft')}
        variant="quiet"
        type="submit"
        form={FORM_ID}
        busy={busy}
        onClick={() => onPress(1)}
      >
        {t('proposal.saveAsDraft')}
      </Button>
      <Button {...demo('publish')} type="submit" form={FORM_ID} icon="megaphone" busy={busy} onClick={() => onPress(2)}>
        {t('proposal.publish')}
      </Button>
    </>
  );
}

function useCreateProposal({ draft, gallery }: BegunProposal, mfi: Props['mfi'], onCreated: () => void) {
  const { t } = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const timeZone = useMfiTimeZone(mfi?.name);
  const [wasAttempted, setAttempted] = useState(false);
  const create = useSend('createProposal', {});
  const keeping = useSendOrKeep('createProposal', () => undefined);
  const task = useTask<void, unknown, 1 | 2>({
    run: async (status) => {
      const body = { ...bodyOf(draft), status, ...(mfi && { mfiId: mfi.id }) };
      // A draft may wait for the network. What everybody sees at once, or has more pictures, is sent now or not at all.
      const mayWait = status === 1 && gallery.length === 0;
      const made = mayWait ? await keeping.mutateAsync({ about: '', body }) : await create.mutateAsync({ body });
      if (made === null) {
        toast.info(t('offline.kept'));
        return onCreated();
      }
      const { id } = made;
      const count = await saveGallery(id, [], gallery);
      toast.success(t(status === 2 ? 'proposal.published' : 'proposal.saved'));
      if (count > 0) toast.error(t('pictures.galleryFailed', { count }));
      onCreated();
      await client.invalidateQueries({ queryKey: queryKeys.proposals });
    },
  });
  const submit = async (status: 1 | 2) => {
    setAttempted(true);
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const isPast = status === 2 && isPastDay(draft.startDate, todayIn(timeZone));
    if (isPast && !(await confirm({ message: t('proposal.publishPast'), yes: t('proposal.publish') }))) return;
    task.mutate(status);
  };
  return { submit, wasAttempted, isPending: task.isPending, error: create.error ?? keeping.error };
}

function GoodToKnow() {
  const { t } = useText();
  return (
    <div className={styles.notes}>
      <details className={styles.note}>
        <summary>{t('proposal.examples.heading')}</summary>
        <ul className={styles.points}>
          <li>{t('proposal.examples.sewing')}</li>
          <li>{t('proposal.examples.boat')}</li>
        </ul>
      </details>
      <details className={styles.note}>
        <summary>{t('proposal.checks.heading')}</summary>
        <ul className={styles.points}>
          <li>{t('proposal.checks.purpose')}</li>
          <li>{t('proposal.checks.amount')}</li>
          <li>{t('proposal.checks.privacy')}</li>
        </ul>
      </details>
      <details className={styles.note}>
        <summary>{t('proposal.seen.heading')}</summary>
        <ul className={styles.points}>
          <li>{t('proposal.seen.everybody')}</li>
          <li>{t('proposal.seen.members')}</li>
          <li>{t('proposal.seen.nobody')}</li>
        </ul>
      </details>
    </div>
  );
}
