import { DESCRIPTION_LENGTH_MAX, TITLE_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { ALT_LENGTH_MAX } from '@sathi/domain/updates.ts';
import { useText } from '../../../lib/text.tsx';
import type { FormState } from '../../../lib/use-form.ts';
import { LengthCounter } from '../../../ui/length-counter.tsx';
import { PictureField } from '../../files/picture-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ProposalDraft, wordsOf } from './proposal-draft.ts';
import { WhoAndWhereFields } from './who-and-where-fields.tsx';

export type FieldsProps = {
  form: FormState<ProposalDraft>;
  mfiName?: string;
};

export const fieldOf = (form: FieldsProps['form']) => (name: keyof ProposalDraft) => ({ name, ...form.field(name) });

type PhotoProps = FieldsProps & {
  /** The proposal's id, once it has one. */
  proposalId?: string;
  onBusyChange: (isBusy: boolean) => void;
};

export function PhotoFields({ form, proposalId, onBusyChange }: PhotoProps) {
  const { t } = useText();
  const { image, imageAlt, title } = form.values;
  const alt = title.trim() === '' ? t('pictures.picture') : t('proposal.pictureOf', { title });
  return (
    <>
      <PictureField
        label={t('pictures.picture')}
        hint={t('pictures.pictureHint')}
        error={form.errorAt('image')}
        folder="proposalImages"
        value={image || null}
        onValueChange={(key) => form.set({ image: key ?? '' })}
        onBusyChange={onBusyChange}
        optional
        {...(proposalId !== undefined && { name: proposalId })}
      />
      {image !== '' && (
        <TextField
          {...fieldOf(form)('imageAlt')}
          label={t('pictures.alt')}
          hint={t('pictures.altHint', { alt })}
          aside={<LengthCounter value={imageAlt} maxLength={ALT_LENGTH_MAX} />}
          optional
        />
      )}
    </>
  );
}

export function WhatFields({ form, mfiName }: FieldsProps) {
  const { t } = useText();
  const field = fieldOf(form);
  return (
    <>
      <TextField
        {...field('title')}
        label={t('proposal.title')}
        hint={t('proposal.titleHint')}
        aside={<LengthCounter value={form.values.title} maxLength={TITLE_LENGTH_MAX} />}
      />
      <WhoAndWhereFields
        field={field}
        words={wordsOf(form.values)}
        languageLabel={t('proposal.storyLanguage')}
        {...(mfiName && { mfiName })}
      />
    </>
  );
}

export function WordsFields({ form }: FieldsProps) {
  const { t } = useText();
  return (
    <TextAreaField
      {...fieldOf(form)('description')}
      label={t('proposal.description')}
      hint={t('proposal.descriptionHint')}
      maxLength={DESCRIPTION_LENGTH_MAX}
    />
  );
}
