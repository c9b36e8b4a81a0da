import { SEARCH_NAME_LENGTH_MAX } from '@sathi/domain/saved-searches.ts';
import { lengthInCodePoints } from '@sathi/domain/text.ts';
import { useState } from 'react';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { help } from '../../../lib/help-mode.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useText } from '../../../lib/text.tsx';
import { useForm } from '../../../lib/use-form.ts';
import { useSend } from '../../../lib/use-send.ts';
import type { BodyOf } from '../../../lib/wire.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LengthCounter } from '../../../ui/length-counter.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { filterWords } from './filter-words.ts';
import { FILTER_NAMES, type HomeView } from './home-address.ts';
import { usePartners } from '../../../lib/use-partners.ts';

type Props = { view: HomeView; filters: BodyOf<'saveSearch'>['filters']; onClose: () => void };

/** Asks for the name of a search; the filters in words are offered. */
export function SaveSearchDialog({ view, filters, onClose }: Props) {
  const text = useText();
  const { t, format } = text;
  const partners = usePartners(view.partner !== '');
  const set = FILTER_NAMES.filter((name) => view[name] !== '');
  const offered = format.joined(set.map((name) => filterWords(name, view[name], text, partners)));
  const save = useSend('saveSearch', {
    invalidates: [queryKeys.savedSearches],
    onSuccess: () => {
      toast.success(t('home.saved.success'));
      onClose();
    },
  });
  const form = useForm(
    useState({ name: [...offered.replaceAll(/[\u2066-\u2069]/g, '')].slice(0, SEARCH_NAME_LENGTH_MAX).join('') }),
    ({ name }) => ({
      name:
        (name.trim() === '' && t('common.required')) ||
        (lengthInCodePoints(name.trim()) > SEARCH_NAME_LENGTH_MAX && t('common.tooLong')),
    }),
    save.error,
  );
  return (
    <FormDialog
      title={t('home.saved.save')}
      onClose={onClose}
      onSubmit={() => form.attempt(() => save.mutate({ body: { name: form.values.name, filters } }))}
      busy={save.isPending}
      error={save.error ? errorSentence(save.error, t) : undefined}
      submit={{ ...help('saveSearch'), children: t('common.save') }}
    >
      <p>{t('home.saved.explanation')}</p>
      <TextField
        {...form.field('name')}
        label={t('home.saved.name')}
        aside={<LengthCounter value={form.values.name} maxLength={SEARCH_NAME_LENGTH_MAX} />}
      />
    </FormDialog>
  );
}
