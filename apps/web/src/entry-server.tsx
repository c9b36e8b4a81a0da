import './ui/tokens.css';
import './ui/base.css';
import type { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import arMoney from 'virtual:catalogue/money.ar';
import ar from 'virtual:catalogue/people.ar';
import arStaff from 'virtual:catalogue/staff.ar';
import beMoney from 'virtual:catalogue/money.be';
import be from 'virtual:catalogue/people.be';
import beStaff from 'virtual:catalogue/staff.be';
import enMoney from 'virtual:catalogue/money.en';
import en from 'virtual:catalogue/people.en';
import enStaff from 'virtual:catalogue/staff.en';
import { CALLS } from '@sathi/contract/calls.ts';
import type { Category } from '@sathi/domain/categories.ts';
import type { Digits } from '@sathi/texts/figures.ts';
import { App } from './app.tsx';
import { figuresOf } from './features/loan-figures/use-loan-figures.ts';
import { categoryText } from './features/proposals/category-text.ts';
import { homeViewOf } from './features/proposals/lists/home-address.ts';
import { homeAsks } from './features/proposals/lists/home-asks.ts';
import { type PublicFilter, publicFilterOf, publicViewOf } from './features/proposals/lists/public-view.ts';
import { openQueryOf, PAGE_SIZE } from './features/proposals/lists/use-proposal-list.ts';
import { addressOf } from './lib/api.ts';
import type { Locale } from './lib/locale.ts';
import { mfiNameOf, paths, proposalIdOf } from './lib/paths.ts';
import { createQueryClient, type ServerData } from './lib/query-client.ts';
import { queryKeys } from './lib/query-keys.ts';
import { DRAWN_SAVING } from './lib/saving-data.ts';
import { wholeTexts } from './lib/text.tsx';
import type { DataOf } from './lib/wire.ts';
import { findRoute, pageOf, type Route, type RouteMatch } from './routes.tsx';

const textsWith = (digits: Digits) => ({
  en: wholeTexts('en', en, { ...enStaff, ...enMoney }, digits),
  be: wholeTexts('be', be, { ...beStaff, ...beMoney }, digits),
  ar: wholeTexts('ar', ar, { ...arStaff, ...arMoney }, digits),
});
const TEXTS = { latin: textsWith('latin'), native: textsWith('native') };

/** The facts about an address that the server needs before it answers. */
export type PagePlan = {
  /** Undefined: no page lives here. */
  page: string | undefined;
  isRendered: boolean;
  /** The texts that the page needs beside those for people. */
  moreTexts: Route['moreTexts'];
  mfiName: string;
  wantsShowcase: boolean;
  /** Undefined where the page is about no proposal. */
  proposalId: string | undefined;
  /** Undefined where the page is about no campaign. */
  campaignId: string | undefined;
  /** The query of the list of what is open; undefined where the page shows none. */
  openQuery: string | undefined;
  /** The query of the figures of a public page; undefined where the page shows none. */
  figuresQuery: string | undefined;
  /** The query of the figures by quarter; undefined where the page shows none. */
  loanFiguresQuery: string | undefined;
  /** Addresses of the API that a person signed in asks for at once, before the app has come. */
  asks: readonly string[];
};

export type PageData = {
  mfi?: unknown;
  showcase?: unknown;
  proposal?: unknown;
  campaign?: unknown;
  open?: unknown;
  figures?: unknown;
  loanFigures?: unknown;
};

/** Titles and sentences of the head, in the language of the page. */
export type HeadTexts = Record<
  'product' | 'tagline' | 'notFound' | 'openTitle' | 'openText' | 'untitledCampaign',
  string
>;

/** Address, title and sentence of a page for those who do not open it. */
export type Head = { path: string; title: string; description: string };

export function planPage(path: string, search: string, isSignedIn: boolean): PagePlan {
  const match = findRoute(path);
  const page = match && pageOf(match.route, isSignedIn);
  const isVisitorPage = page !== match?.route.page;
  const query = new URLSearchParams(search);
  const mfiName = mfiNameOf(match?.params.mfi ?? query.get('mfi'));
  const publicFigures = figuresAsked(match, mfiName);
  const loanFigures = loanFiguresAsked(match, query);
  const isUnknown = match?.route.preloads === 'public' && publicFigures === undefined;
  const showsOpen = match?.route.preloads === 'open' ? isVisitorPage : publicFilter(match) !== undefined;
  return {
    page: isUnknown ? undefined : page?.name,
    moreTexts: match?.route.moreTexts,
    isRendered: !match || isVisitorPage || isDrawn(match.route, isSignedIn),
    mfiName,
    wantsShowcase: match?.route.preloads === 'showcase' || match?.route.preloads === 'partner',
    proposalId: match?.route.preloads === 'proposal' ? (query.get('id') ?? '') : undefined,
    campaignId: match?.route.preloads === 'campaign' ? (match.params['id'] ?? query.get('id') ?? '') : undefined,
    openQuery: showsOpen ? openQuery(path, query) : undefined,
    figuresQuery: publicFigures && new URLSearchParams(publicFigures).toString(),
    loanFiguresQuery: loanFigures && new URLSearchParams(loanFigures).toString(),
    asks: isSignedIn ? firstAsks(page?.name, path, query) : [],
  };
}

function isDrawn({ isRendered }: Route, isSignedIn: boolean): boolean {
  return isRendered === 'for visitors' ? !isSignedIn : isRendered === true;
}

/** The addresses that a page drawn by the browser asks first. */
function firstAsks(page: string | undefined, path: string, query: URLSearchParams): string[] {
  if (page === 'home/home-page') return homeAsks(path, query);
  const id = page === 'proposal/proposal-page' ? proposalIdOf(query.get('id')) : undefined;
  return id === undefined ? [] : [addressOf(CALLS.findProposal[1], { query: { id } })];
}

/** The markup of a page, or of its frame, with the data that the browser starts from. */
export async function renderPage(input: {
  path: string;
  search: string;
  locale: Locale;
  digits: Digits;
  plan: PagePlan;
  data: PageData;
  isFrameOnly: boolean;
  /** The browser asks to save data: pictures wait until they are tapped. */
  savesData: boolean;
}): Promise<{ html: string; state: unknown }> {
  const { path, search, locale, digits, plan, data, isFrameOnly, savesData } = input;
  const client = createQueryClient();
  if (data.mfi) client.setQueryData(queryKeys.mfi(plan.mfiName), data.mfi);
  if (data.showcase) client.setQueryData(queryKeys.mfiShowcase(plan.mfiName), data.showcase);
  // The browser of its reader fills a frame, with the answer for that reader, so a frame holds no proposal.
  if (data.proposal && !isFrameOnly) client.setQueryData(queryKeys.proposal(plan.proposalId!), data.proposal);
  const publicFigures = figuresAsked(findRoute(path), plan.mfiName);
  if (data.figures && publicFigures) client.setQueryData(queryKeys.publicFigures(publicFigures), data.figures);
  const loanFigures = loanFiguresAsked(findRoute(path), new URLSearchParams(search));
  if (data.loanFigures && loanFigures) client.setQueryData(queryKeys.loanFigures(loanFigures), data.loanFigures);
  if (data.campaign) putCampaign(client, plan.campaignId!, data.campaign as CampaignAnswer);
  if (data.open) {
    const key = queryKeys.proposalList('open', openFilters(path, new URLSearchParams(search)));
    client.setQueryData(key, { pages: [data.open], pageParams: [null] });
  }
  if (savesData) client.setQueryData(DRAWN_SAVING, true);
  const app = <App texts={TEXTS[digits][locale]} client={client} server={{ path, search, isFrameOnly }} />;
  // Renders the page in one piece: an inline script would put the parts of a large one together, and none may run here.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  const html = await new Response(prelude as unknown as ReadableStream<Uint8Array>).text();
  const state: ServerData = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]));
  client.clear();
  return { html, state };
}

function publicFilter(match: RouteMatch | undefined): PublicFilter | undefined {
  return match?.route.preloads === 'public' ? publicFilterOf(match.params) : undefined;
}

function figuresAsked(match: RouteMatch | undefined, mfiName: string): Record<string, string> | undefined {
  return match?.route.preloads === 'partner' ? { name: mfiName } : publicFilter(match);
}

function loanFiguresAsked(match: RouteMatch | undefined, query: URLSearchParams): Record<string, string> | undefined {
  return match?.route.preloads === 'figures' ? figuresOf(match.params, query) : undefined;
}

function openFilters(path: string, query: URLSearchParams) {
  const filter = publicFilter(findRoute(path));
  return openQueryOf(filter ? publicViewOf(filter) : homeViewOf(path, query, 'invest'));
}

function openQuery(path: string, query: URLSearchParams): string {
  const filters = Object.entries(openFilters(path, query)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams([...filters, ['limit', String(PAGE_SIZE)]]).toString();
}

type CampaignAnswer = { data: [object]; nextCursor: string | null };

/** Fills two queries of the page: the campaign, and the first page of its proposals. */
function putCampaign(client: QueryClient, id: string, answer: CampaignAnswer): void {
  client.setQueryData(queryKeys.campaign(id), { ...answer.data[0], proposalCampaigns: [] });
  client.setQueryData(queryKeys.campaignProposals(id, ''), { pages: [answer], pageParams: [null] });
}

/**
 * The head of a public page of loans, of a partner or of figures; undefined where its address names nothing that
 * exists.
 */
export function publicHead(path: string, locale: Locale, data: PageData): Head | undefined {
  const match = findRoute(path);
  const filter = publicFilter(match);
  const { t, format } = TEXTS.latin[locale].people;
  if (match?.route.preloads === 'figures') return figuresHead(match, locale);
  const figures = data.figures as DataOf<'findPublicFigures'> | null | undefined;
  if (!figures) return undefined;
  const { openCount, repaidCount, runningCount } = figures;
  const description = t('public.description', {
    open: openCount,
    running: runningCount,
    repaid: repaidCount,
    lent: format.money(figures.lent),
    back: format.money(figures.repaid),
  });
  if (filter === undefined) {
    const { name } = data.mfi as { name: string };
    return { path: paths.partner(name), title: name, description };
  }
  if ('place' in filter) {
    const place = figures.place ?? filter.place;
    return { path: paths.place(place), title: t('public.place.title', { place }), description };
  }
  const category = filter.category as Category;
  return {
    path: paths.trade(category),
    title: t('public.trade.title', { trade: t(categoryText(category)) }),
    description,
  };
}

/** The head of a page of figures; all days of an institution share one address. */
function figuresHead({ params }: RouteMatch, locale: Locale): Head {
  const { t } = TEXTS.latin[locale].people;
  const mfi = params['mfi'] && mfiNameOf(params['mfi']);
  const title = mfi ? t('public.figures.titleOf', { mfi }) : t('public.figures.title');
  return { path: paths.figures(mfi), title, description: t('public.figures.lead') };
}

/** `mfiName` names a campaign that has no title of its own. */
export function headTexts(locale: Locale, mfiName: string): HeadTexts {
  const { t } = TEXTS.latin[locale].people;
  return {
    product: t('common.productName'),
    tagline: t('common.tagline'),
    notFound: t('common.notFoundTitle'),
    openTitle: t('home.open.title'),
    openText: t('home.open.lead'),
    untitledCampaign: t('campaigns.untitled', { mfi: mfiName }),
  };
}
