import type { Category } from '@sathi/domain/categories.ts';
import type { Text } from '../../../lib/text.tsx';
import { categoryText } from '../category-text.ts';
import type { FilterName } from './home-address.ts';

/** A filter that is set, in words: "At most $50 to go". */
export function filterWords(
  name: FilterName,
  value: string,
  { t, format }: Text,
  partners: readonly { id: string; name: string }[],
): string {
  switch (name) {
    case 'partner':
      return partners.find(({ id }) => id === value)?.name ?? t('common.partner');
    case 'checked':
      return t(value === 'true' ? 'home.checked.yes' : 'home.checked.no');
    case 'category':
      return t(categoryText(value as Category));
    case 'maxRemaining':
      return t('home.filter.atMostToGo', { amount: format.money(Number(value)) });
    case 'maxMonths':
      return t('home.filter.atMostMonths', { count: Number(value) });
    case 'closingWithinDays':
      return t('home.filter.withinDays', { count: Number(value) });
    case 'campaignId':
      return t('home.filter.oneCampaign');
    default:
      return value;
  }
}
