import { CATEGORIES } from '@sathi/domain/categories.ts';
import { dollarsOf } from '@sathi/domain/money.ts';
import { localAmount } from '../../../lib/local-amount.ts';
import { type TextKey, useText } from '../../../lib/text.tsx';
import { ReviewList } from '../../../ui/review-list.tsx';
import { Picture } from '../../files/picture.tsx';
import { categoryText } from '../category-text.ts';
import styles from './new-proposal-form.module.css';
import { PlanPreview } from './plan-preview.tsx';
import { useLocalCurrency } from '../../../lib/time.ts';
import { draftAmount, draftMonths, type ProposalDraft, takesPart } from './proposal-draft.ts';

/** The proposal as others will see it, and the institution that gets it (R17.12). Only for a draft without problems. */
export function ProposalCheck({ draft, mfiName }: { draft: ProposalDraft; mfiName?: string }) {
  const { t, format } = useText();
  const currency = useLocalCurrency(mfiName);
  const amount = dollarsOf(draftAmount(draft)!).toFixed(2);
  const category = CATEGORIES.find((each) => each === draft.category);
  const rows = [
    { label: t('proposal.title'), value: draft.title },
    { label: t('proposal.place'), value: draft.place.trim() },
    { label: t('proposal.category'), value: category && t(categoryText(category)) },
    { label: t('proposal.amount'), value: localAmount({ amount, currency: currency ?? 'USD' }, format) },
    { label: t('proposal.acceptPartial'), value: takesPart(draft) && t('common.yes') },
    { label: t('proposal.monthsToRepay'), value: t('proposal.months', { count: draftMonths(draft)! }) },
    { label: t('proposal.startDate'), value: format.date(draft.startDate) },
    { label: t('proposal.description'), value: draft.description },
  ];
  return (
    <>
      <span className={styles.picture}>
        <Picture
          image={draft.image || null}
          alt={draft.imageAlt}
          sizes="496px"
          fallback={<span className={styles.noPicture}>{t('proposal.noPicture')}</span>}
        />
      </span>
      <ReviewList rows={rows.filter(({ value }) => value)} />
      <PlanPreview draft={draft} currency={currency} {...(mfiName && { mfiName })} />
      {mfiName && <p>{t('proposal.goesTo', { mfi: mfiName })}</p>}
      <div className={styles.notes}>
        <Points heading="proposal.seen.heading" points={SEEN} />
        <Points heading="proposal.checks.heading" points={CHECKS} />
      </div>
    </>
  );
}

const SEEN = ['proposal.seen.everybody', 'proposal.seen.members', 'proposal.seen.nobody'] as const;
const CHECKS = ['proposal.checks.purpose', 'proposal.checks.amount', 'proposal.checks.privacy'] as const;
const EXAMPLES = ['proposal.examples.sewing', 'proposal.examples.boat'] as const;

export function ExampleWords() {
  return (
    <div className={styles.notes}>
      <Points heading="proposal.examples.heading" points={EXAMPLES} />
    </div>
  );
}

function Points({ heading, points }: { heading: TextKey; points: readonly TextKey[] }) {
  const { t } = useText();
  return (
    <details className={styles.note}>
      <summary>{t(heading)}</summary>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ul>
    </details>
  );
}
