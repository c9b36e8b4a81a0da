import type { Category } from '@sathi/domain/categories.ts';
import type { TextKey } from '../../lib/text.tsx';

export function categoryText(category: Category): TextKey {
  return `proposal.category.${category}`;
}
