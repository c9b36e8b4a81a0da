import { translationFor } from '@sathi/domain/translations.ts';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { LANGUAGE_NAMES } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import type { ProposalSummary } from '../../lib/wire.ts';
import { categoryText } from './category-text.ts';

type Props = { proposal: ProposalSummary; className: string | undefined };

/** "Lakshmi N. · ROI · Gosaba · Livestock" (R26.1), of which partner, place and trade lead to their pages. */
export function WhoAndWhereLinks({ proposal, className }: Props) {
  const { t, format, locale } = useText();
  const { userName, mfiName, place, category, storyLanguage } = proposal;
  const isForeign = storyLanguage !== null && storyLanguage !== locale && !translationFor(proposal, locale);
  const facts: (ReactNode | false)[] = [
    <bdi key="who">{userName}</bdi>,
    <Link key="mfi" href={paths.partner(mfiName)}>
      <bdi>{mfiName}</bdi>
    </Link>,
    place !== null && (
      <Link key="place" href={paths.place(place)}>
        <bdi>{place}</bdi>
      </Link>
    ),
    category !== null && (
      <Link key="trade" href={paths.trade(category)}>
        {t(categoryText(category))}
      </Link>
    ),
    isForeign && t('proposal.writtenIn', { language: LANGUAGE_NAMES[storyLanguage] }),
  ].filter(Boolean);
  return (
    <p className={className}>
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && format.joined(['', ''])}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
