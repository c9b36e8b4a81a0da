import { CATEGORIES } from '@sathi/domain/categories.ts';
import { STORY_LANGUAGES } from '@sathi/domain/story-language.ts';
import { BROWSER_LANGUAGE, LANGUAGE_NAMES } from '../../../lib/locale.ts';
import { useText } from '../../../lib/text.tsx';
import { Columns } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { categoryText } from '../category-text.ts';
import { languageOf, type TypedWhoAndWhere } from './typed-who-and-where.ts';
import { usePlaces } from './use-places.ts';

type Props = {
  /** The props of the field of this name in the form around. */
  field: (name: keyof TypedWhoAndWhere) => { value: string; onValueChange: (value: string) => void };
  /** The title and the description, by whose letters the language is guessed. */
  words: string;
  mfiName?: string;
  languageLabel: string;
};

/** Asks where the person is, for which trade, and in which language they wrote (R26.1). */
export function WhoAndWhereFields({ field, words, mfiName, languageLabel }: Props) {
  const { t } = useText();
  const language = field('storyLanguage');
  return (
    <>
      <Columns>
        <TextField
          {...field('place')}
          label={t('proposal.place')}
          hint={t('proposal.placeHint')}
          suggestions={usePlaces(mfiName)}
          optional
        />
        <SelectField
          {...field('category')}
          label={t('proposal.category')}
          options={[
            { value: '', label: t('proposal.category.none') },
            ...CATEGORIES.map((value) => ({ value, label: t(categoryText(value)) })),
          ]}
          optional
        />
      </Columns>
      <SelectField
        {...language}
        value={languageOf(language.value, words)}
        label={languageLabel}
        options={[
          { value: '', label: t('proposal.storyLanguageNone') },
          ...STORY_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: BROWSER_LANGUAGE[value] })),
        ]}
        optional
      />
    </>
  );
}
