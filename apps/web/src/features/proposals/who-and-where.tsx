import { translationFor } from '@sathi/domain/translations.ts';
import { LANGUAGE_NAMES } from '../../lib/locale.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { categoryText } from './category-text.ts';

type Props = {
  proposal: ProposalSummary;
  className?: string | undefined;
  /** Words in place of borrower and MFI; null where both are named elsewhere. */
  who?: string | null;
};

/**
 * "Lakshmi N., through ROI · Gosaba · Livestock" (R26.1): what nobody has said is left out. Where the line names them, words
 * in another language than the reader's are announced, unless there is a translation.
 */
export function WhoAndWhere({ proposal, className, who }: Props) {
  const { t, format, locale } = useText();
  const { userName: name, mfiName: mfi, place, category, storyLanguage } = proposal;
  const isForeign =
    who === undefined && storyLanguage !== null && storyLanguage !== locale && !translationFor(proposal, locale);
  const facts = [
    who === undefined ? t('proposal.byThrough', { name, mfi }) : who,
    place === null ? null : format.isolate(place),
    category === null ? null : t(categoryText(category)),
    isForeign ? t('proposal.writtenIn', { language: LANGUAGE_NAMES[storyLanguage] }) : null,
  ].filter((fact) => fact !== null);
  return facts.length > 0 && <p className={className}>{format.joined(facts)}</p>;
}
