import { queryKeys } from '../../lib/query-keys.ts';
import { useList } from '../../lib/use-list.ts';

export function usePortfolioLoans() {
  return useList('listPortfolioLoans', queryKeys.portfolioLoans, {});
}
