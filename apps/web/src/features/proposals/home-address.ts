import { useSearchParams } from 'wouter';

export const HOME_TABS = ['borrow', 'repaid', 'invest', 'ignored'] as const;
export type HomeTab = (typeof HOME_TABS)[number];

/** In the order of a proposal's life; `all` first. The codes are the wire's. */
export const STATUS_FILTERS = ['all', '1', '2', '3', '4', '5', '6'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const SORTS = ['newest', 'ending_soon', 'least_left', 'shortest', 'amount'] as const;
export type Sort = (typeof SORTS)[number];

export const CHECKED_FILTERS = ['', 'true', 'false'] as const;
export type CheckedFilter = (typeof CHECKED_FILTERS)[number];

/** Everything that decides what Home shows. `partner` is an MFI's id; empty is every one. */
export type HomeView = {
  tab: HomeTab;
  status: StatusFilter;
  sort: Sort;
  search: string;
  partner: string;
  checked: CheckedFilter;
};

const DEFAULTS: Omit<HomeView, 'tab'> = { status: 'all', sort: 'newest', search: '', partner: '', checked: '' };

/** What an address shows. Unknown values fall back, so that an old or mistyped link still opens. */
export function homeViewOf(path: string, search: URLSearchParams): HomeView {
  return {
    tab: oneOf(HOME_TABS, search.get('tab')) ?? tabOfPath(path),
    status: oneOf(STATUS_FILTERS, search.get('status')) ?? DEFAULTS.status,
    sort: oneOf(SORTS, search.get('sort')) ?? DEFAULTS.sort,
    search: [...(search.get('search') ?? '')].slice(0, 100).join(''),
    partner: /^\d{1,15}$/.exec(search.get('partner') ?? '')?.[0] ?? DEFAULTS.partner,
    checked: oneOf(CHECKED_FILTERS, search.get('checked')) ?? DEFAULTS.checked,
  };
}

/** The query of a view, without what its address says anyway. */
export function searchOfView(view: HomeView, path: string): URLSearchParams {
  const search = new URLSearchParams();
  if (view.tab !== tabOfPath(path)) search.set('tab', view.tab);
  for (const key of ['status', 'sort', 'search', 'partner', 'checked'] as const) {
    if (view[key] !== DEFAULTS[key]) search.set(key, view[key]);
  }
  return search;
}

/** `/App/Invest` opens that tab, every other address the borrower's. */
function tabOfPath(path: string): HomeTab {
  return /^\/app\/invest(\/|$)/i.test(path) ? 'invest' : 'borrow';
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

/** The tab and filters of Home, kept in the address: Back undoes a change of tab, and a link shows the same. */
export function useHomeView(path: string) {
  const [search, setSearch] = useSearchParams();
  const view = homeViewOf(path, search);
  return {
    view,
    selectTab: (tab: HomeTab) => setSearch(searchOfView({ ...DEFAULTS, tab }, path)),
    change: (changes: Partial<HomeView>) => setSearch(searchOfView({ ...view, ...changes }, path), { replace: true }),
    clear: () => setSearch(searchOfView({ ...DEFAULTS, tab: view.tab }, path), { replace: true }),
  };
}

/** Whether anything but the tab narrows the list. */
export function isFiltered({ status, search, partner, checked }: HomeView): boolean {
  return status !== 'all' || search !== '' || partner !== '' || checked !== '';
}
