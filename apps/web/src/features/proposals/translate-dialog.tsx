import { DESCRIPTION_LENGTH_MAX, TITLE_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { STORY_LANGUAGES, type StoryLanguage } from '@sathi/domain/story-language.ts';
import { cleanText, lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../lib/error-sentence.ts';
import { help } from '../../lib/help-mode.ts';
import { sumOf } from '../../lib/kept-keys.ts';
import { useKeptValues } from '../../lib/kept-values.ts';
import { BROWSER_LANGUAGE, LANGUAGE_NAMES } from '../../lib/locale.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type StaffText, useStaffText } from '../../lib/text.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ProposalSummary } from '../../lib/wire.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LengthCounter } from '../../ui/length-counter.tsx';
import { ReviewList } from '../../ui/review-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Staff write the words of a proposal in another language, beside those of its owner, which stay (R26.4). */
export function TranslateDialog({ proposal, onClose }: { proposal: ProposalSummary; onClose: () => void }) {
  const { t, locale } = useStaffText();
  // The proposal as it was when the dialog opened: a translation belongs to the words that its staff see.
  const [opened, setOpened] = useState(proposal);
  // A translation saved for outdated words: the proposal that arrives with it has the new ones, and is held in turn.
  const [saved, setSaved] = useState<Saved | null>(null);
  const isChanged = proposal.title !== opened.title || proposal.description !== opened.description;
  if (saved !== null && isChanged && isThere(proposal, saved)) {
    setOpened(proposal);
    setSaved(null);
  }
  const seen = saved === null ? opened : proposal;
  const { title, description, storyLanguage } = seen;
  const languages = STORY_LANGUAGES.filter((language) => language !== storyLanguage);
  const [language, setLanguage] = useState<StoryLanguage>(
    languages.find((other) => other === locale) ?? (languages[0] as StoryLanguage),
  );
  const { form, send, submit } = useTranslation(seen, language, { onClose, onOutdated: setSaved });
  return (
    <FormDialog
      title={t('mfi.translate.title', { title })}
      onClose={onClose}
      onSubmit={submit}
      busy={send.isPending}
      error={send.error ? errorSentence(send.error, t) : undefined}
      submit={{ ...help('translate'), children: t('common.save') }}
    >
      <p>{t('mfi.translate.explanation', { name: proposal.user.firstName })}</p>
      <ReviewList
        rows={[
          { label: t('proposal.title'), value: title },
          { label: t('proposal.description'), value: description },
        ]}
      />
      <SelectField
        label={t('mfi.translate.language')}
        value={language}
        options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: BROWSER_LANGUAGE[value] }))}
        onValueChange={(chosen) => {
          setLanguage(chosen as StoryLanguage);
          send.reset();
          form.restart();
        }}
      />
      <TextField
        {...form.field('title')}
        label={t('mfi.translate.titleField')}
        aside={<LengthCounter value={form.values.title} maxLength={TITLE_LENGTH_MAX} />}
      />
      <TextAreaField
        {...form.field('description')}
        label={t('mfi.translate.descriptionField')}
        maxLength={DESCRIPTION_LENGTH_MAX}
      />
    </FormDialog>
  );
}

type Saved = { language: StoryLanguage; title: string; description: string };
type Ends = { onClose: () => void; onOutdated: (saved: Saved) => void };

function useTranslation(proposal: ProposalSummary, language: StoryLanguage, { onClose, onOutdated }: Ends) {
  const { t } = useStaffText();
  const { id, mfiId, title, description, translations } = proposal;
  const before = translated(translations, language);
  // Typed text is kept for each language, so that another one may be looked at in between, and for these very words.
  const of = sumOf(JSON.stringify([title, description, before]));
  const kept = useKeptValues(`translation.${id}.${language}.${of}`, before);
  const send = useSend('translateProposal', {
    invalidates: [queryKeys.proposal(id), queryKeys.proposals],
    onSuccess: ({ isOutdated }) => {
      if (isOutdated) return void toast.info(t('mfi.translate.outdated'));
      toast.success(t('mfi.translate.success'));
      kept.forget();
      onClose();
    },
  });
  const form = useForm(
    kept.state,
    ({ title: name, description: words }) => ({
      title: wordsProblem(name, TITLE_LENGTH_MAX, t),
      description: wordsProblem(words, DESCRIPTION_LENGTH_MAX, t),
    }),
    send.error,
  );
  const body = { language, ...form.values, original: { title, description } };
  const submit = () =>
    form.attempt(() =>
      send.mutate(
        { query: { mfiId, proposalId: id }, body },
        // The new words have come by then, with this translation of the old ones, which can be put right.
        { onSuccess: ({ isOutdated }) => isOutdated && onOutdated(body) },
      ),
    );
  return { form, send, submit };
}

/** The saved translation, to be corrected; empty texts when there is none yet. */
function translated(translations: ProposalSummary['translations'], chosen: string) {
  const { title = '', description = '' } = translations.find(({ language }) => language === chosen) ?? {};
  return { title, description };
}

/** Whether a translation has arrived as the server keeps it. */
function isThere({ translations }: ProposalSummary, { language, title, description }: Saved): boolean {
  const there = translated(translations, language);
  return there.title === cleanText(title).replaceAll(/\s+/g, ' ') && there.description === cleanText(description);
}

function wordsProblem(words: string, lengthMax: number, t: StaffText['t']): string | undefined {
  if (words.trim() === '') return t('common.required');
  return lengthInCodePoints(words.trim()) > lengthMax ? t('common.tooLong') : undefined;
}
