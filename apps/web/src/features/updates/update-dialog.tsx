import { UPDATE_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { errorSentence } from '../../lib/error-sentence.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { requiredWords } from '../../lib/required-words.ts';
import { useText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { MailPreview } from '../../ui/mail-preview.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { Update, UpdateDraft } from './update.ts';
import { useSaveUpdate } from './use-save-update.ts';

type Props = {
  proposal: ProposalSummary;
  /** Null for a new one. */
  update: Update | null;
  draft: UpdateDraft;
  onDraftChange: (changed: (before: UpdateDraft) => UpdateDraft) => void;
  /** Whether it is mailed, as long as its writer does not choose otherwise. */
  mails?: boolean;
  onShare?: ((updateId: string) => void) | undefined;
  /** Called before `onClose`. */
  onSaved: () => void;
  onClose: () => void;
};

/** Writing an update: a picture and a text; then, as one likes, passing it on and mailing it to the backers. */
export default function UpdateDialog(props: Props) {
  const { proposal, update, draft, onDraftChange, onShare, onSaved, onClose } = props;
  const { t } = useText();
  const formId = useId();
  const edited = useKeptValues(update && `update.${update.id}`, draftOf(update));
  const [isSending, setSending] = useState(false);
  // Specification 5: picture and description are required.
  const form = useForm(update ? edited.state : ([draft, onDraftChange] as const), ({ image, picture, words }) => ({
    image: isSending ? t('updates.pictureBusy') : image === null && !picture && t('updates.pictureRequired'),
    words: requiredWords(t, words, UPDATE_LENGTH_MAX),
  }));
  const entered = form.values;
  const [wantsMail, setWantsMail] = useState(props.mails ?? false);
  const [wantsShare, setWantsShare] = useState(false);
  const audience = useAudience(proposal.id);
  const backersCount = audience?.backersCount ?? 0;
  const mails = wantsMail && backersCount > 0;
  const save = useSaveUpdate(proposal.id, update?.id ?? null, (id) => {
    edited.forget();
    onSaved();
    onClose();
    // Readers find none that waits (R17.11).
    if (wantsShare) void (id === null ? toast.info(t('updates.shareLater')) : onShare?.(id));
  });
  return (
    <Dialog
      title={t(update ? 'updates.editTitle' : 'updates.addTitle')}
      onClose={onClose}
      busy={save.isPending}
      footer={
        <FormFooter formId={formId} onCancel={onClose} busy={save.isPending}>
          {mails ? t('updates.saveAndSend', { count: backersCount }) : t('updates.save')}
        </FormFooter>
      }
    >
      <Form
        id={formId}
        onSubmit={() => form.attempt(() => save.start(entered, mails))}
        busy={save.isPending}
        error={save.error ? errorSentence(save.error, t) : undefined}
      >
        <PictureField
          label={t('updates.picture')}
          folder="proposalImages"
          name={proposal.id}
          required
          value={entered.image}
          onValueChange={(image) => form.set({ image, picture: undefined })}
          kept={entered.picture}
          // A picture in the place of another has to reach the server first.
          onKept={update ? undefined : (picture) => form.set({ image: null, picture })}
          onBusyChange={setSending}
          error={form.errorAt('image') ?? save.error?.messageFor('image')}
        />
        <TextAreaField
          label={t('updates.words')}
          hint={t('updates.wordsHint')}
          maxLength={UPDATE_LENGTH_MAX}
          rows={5}
          required
          {...form.field('words')}
        />
        {onShare && (
          <CheckboxField label={t('updates.alsoShare')} checked={wantsShare} onCheckedChange={setWantsShare} />
        )}
        {audience && <MailChoice audience={audience} words={entered.words} isChosen={mails} onChoose={setWantsMail} />}
      </Form>
    </Dialog>
  );
}

function draftOf(update: Update | null): UpdateDraft {
  return { image: update?.image ?? null, words: update?.description ?? '' };
}

type MailChoiceProps = {
  audience: NonNullable<ReturnType<typeof useAudience>>;
  words: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** Whether the backers get a mail, and its text. */
function MailChoice({ audience: { backersCount, mail }, words, isChosen, onChoose }: MailChoiceProps) {
  const { t } = useText();
  return (
    <>
      <CheckboxField
        label={t('updates.alsoMail', { count: backersCount })}
        hint={t(backersCount > 0 ? 'updates.mailOnceADay' : 'updates.noBackers')}
        disabled={backersCount === 0}
        checked={isChosen}
        onCheckedChange={onChoose}
      />
      {isChosen && <MailPreview mail={mail} words={words} />}
    </>
  );
}

/** The number of readers and the text of the mail; undefined until they are known. */
function useAudience(proposalId: string) {
  return useQuery({
    queryKey: queryKeys.updateAudience(proposalId),
    queryFn: ({ signal }) => call('findUpdateAudience', { query: { proposalId } }, { signal }),
  }).data;
}
