import { translationFor } from '@sathi/domain/translations.ts';
import { useState } from 'react';
import { BROWSER_LANGUAGE, type Locale } from '../../lib/locale.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';

export type Translation = ProposalSummary['translations'][number];

/** The words of a proposal for one reader; of a translation where `translation` is set (R26.4). */
export type Story = {
  title: string;
  description: string;
  /** The language tag of the words, for browsers; undefined when their language is not known. */
  lang: string | undefined;
  translation: Translation | undefined;
};

/** The tag of a language, for browsers; undefined when the language is not known. */
export function languageTag(language: Locale | null): string | undefined {
  return language === null ? undefined : BROWSER_LANGUAGE[language];
}

function storyOf(proposal: ProposalSummary, translation: Translation | undefined): Story {
  const { title, description } = translation ?? proposal;
  const language = translation?.language ?? proposal.storyLanguage;
  return { title, description, translation, lang: languageTag(language) };
}

/** The words for a list: the reader's own as they wrote them, others' in the reader's language where translated. */
export function useShortStory(proposal: ProposalSummary): Story {
  const { locale } = useText();
  const { user } = useSession();
  return storyOf(proposal, user?.id === proposal.userId ? undefined : translationFor(proposal, locale));
}

/** The words for a page: those that stand first, and the others a tap away, an outdated translation too. */
export function useStory(proposal: ProposalSummary) {
  const { locale } = useText();
  const first = useShortStory(proposal);
  const [isOther, setOther] = useState(false);
  const own = translationIn(proposal, locale);
  const shown = isOther ? storyOf(proposal, first.translation ? undefined : own) : first;
  return { ...shown, own, switchOver: () => setOther(!isOther) };
}

function translationIn({ storyLanguage, translations }: ProposalSummary, locale: Locale): Translation | undefined {
  return storyLanguage === locale ? undefined : translations.find(({ language }) => language === locale);
}
