import { CATEGORIES } from '@sathi/domain/categories.ts';
import { CLOSING_DAYS_MAX, MONTHS_TO_REPAY_MAX, PLACE_LENGTH_MAX, SEARCH_LENGTH_MAX } from '@sathi/domain/proposals.ts';
import { useSearchParams } from 'wouter';
import { SHOWN_STATUSES, statusFilterOf, writtenStatus } from '../../../lib/proposal-status.ts';

export const HOME_TABS = ['borrow', 'repaid', 'invest', 'ignored'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

/** The empty filter shows every status. */
export const STATUS_FILTERS = ['', 'drafted', ...SHOWN_STATUSES] as const;
type StatusFilter = (typeof STATUS_FILTERS)[number];

export const SORTS = ['newest', 'closing', 'nearlyFunded', 'smallestRest', 'shortest', 'amount'] as const;
export type Sort = (typeof SORTS)[number];
/** Names of sorts in links of earlier versions. */
const FORMER_SORTS: Readonly<Record<string, Sort>> = { ending_soon: 'closing', least_left: 'smallestRest' };

export const CHECKED_FILTERS = ['', 'true', 'false'] as const;
export type CheckedFilter = (typeof CHECKED_FILTERS)[number];

/** Reads each filter of the Invest tab (R26.2) from the text of an address; empty where the text is no such value. */
const READ = {
  search: (text: string) => wordsOf(text, SEARCH_LENGTH_MAX),
  /** An MFI's id. */
  partner: idOf,
  checked: (text: string): CheckedFilter => oneOf(CHECKED_FILTERS, text) ?? '',
  place: placeOf,
  category: (text: string) => oneOf(CATEGORIES, text) ?? '',
  /** In dollars. */
  maxRemaining: (text: string) => /^\d{1,8}(\.\d{1,2})?$/.exec(text)?.[0] ?? '',
  maxMonths: (text: string) => countOf(text, MONTHS_TO_REPAY_MAX),
  closingWithinDays: (text: string) => countOf(text, CLOSING_DAYS_MAX),
  campaignId: idOf,
} as const;
export type FilterName = keyof typeof READ;
export const FILTER_NAMES = Object.keys(READ) as FilterName[];

/** The choices that decide which proposals Home shows. */
export type HomeView = { tab: HomeTab; status: StatusFilter; sort: Sort } & {
  [Name in FilterName]: ReturnType<(typeof READ)[Name]>;
};

/** The view of an address. Unknown values fall back, so that an old or mistyped link still opens. */
export function homeViewOf(path: string, search: URLSearchParams, opening: HomeTab): HomeView {
  const sort = search.get('sort') ?? '';
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, READ[name](search.get(name) ?? '')]));
  return {
    tab: namedTab(path, search) ?? opening,
    status: statusFilterOf(search.get('status'), STATUS_FILTERS),
    sort: oneOf(SORTS, sort) ?? FORMER_SORTS[sort] ?? SORTS[0],
    ...(filters as Pick<HomeView, FilterName>),
  };
}

/** A tab without a filter. */
export function wholeTab(tab: HomeTab): HomeView {
  return homeViewOf('', new URLSearchParams(), tab);
}

/** The tab that an address asks for; undefined when it asks for none. A status without a tab means the own loans. */
export function namedTab(path: string, search: URLSearchParams): HomeTab | undefined {
  return (
    oneOf(HOME_TABS, search.get('tab')) ??
    tabOfPath(path) ??
    (statusFilterOf(search.get('status'), STATUS_FILTERS) ? 'borrow' : undefined)
  );
}

/** The query of a view, without the parts that its path says anyway. */
export function searchOfView(view: HomeView, path: string): URLSearchParams {
  const search = new URLSearchParams();
  if (view.tab !== tabOfPath(path)) search.set('tab', view.tab);
  if (view.status !== '') search.set('status', writtenStatus(view.status));
  if (view.sort !== SORTS[0]) search.set('sort', view.sort);
  for (const name of FILTER_NAMES) if (view[name] !== '') search.set(name, view[name]);
  return search;
}

/** `/App/Borrow` and `/App/Invest` are about one tab each. */
function tabOfPath(path: string): HomeTab | undefined {
  return oneOf(HOME_TABS, /^\/app\/(borrow|invest)(\/|$)/i.exec(path)?.[1]?.toLowerCase() ?? null);
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

/** The text of an address as the name of a place: without control characters, and no longer than a name may be. */
export function placeOf(text: string): string {
  return wordsOf(text, PLACE_LENGTH_MAX);
}

function wordsOf(text: string, lengthMax: number): string {
  return [...text.replace(/\p{Cc}/gu, '')].slice(0, lengthMax).join('');
}

function idOf(text: string): string {
  return /^[1-9]\d{0,14}$/.exec(text)?.[0] ?? '';
}

function countOf(text: string, max: number): string {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max ? text : '';
}

/** The tab and filters of Home, kept in the address: Back undoes a change of tab, and a link shows the same. */
export function useHomeView(path: string, opening: HomeTab) {
  const [search, setSearch] = useSearchParams();
  const view = homeViewOf(path, search, opening);
  return {
    view,
    selectTab: (tab: HomeTab) => setSearch(searchOfView(wholeTab(tab), path)),
    change: (changes: Partial<HomeView>) => setSearch(searchOfView({ ...view, ...changes }, path), { replace: true }),
    clear: () => setSearch(searchOfView(wholeTab(view.tab), path), { replace: true }),
  };
}

/** Whether a filter beside the tab narrows the list. */
export function isFiltered(view: HomeView): boolean {
  return view.status !== '' || FILTER_NAMES.some((name) => view[name] !== '');
}
