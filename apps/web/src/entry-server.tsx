import './ui/tokens.css';
import './ui/base.css';
import type { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import ar from 'virtual:catalogue/ar';
import be from 'virtual:catalogue/be';
import en from 'virtual:catalogue/en';
import { App } from './app.tsx';
import type { Locale } from './lib/locale.ts';
import { mfiNameOf } from './lib/paths.ts';
import { createQueryClient, type ServerData } from './lib/query-client.ts';
import { queryKeys } from './lib/query-keys.ts';
import { DRAWN_SAVING } from './lib/saving-data.ts';
import { createText } from './lib/text.tsx';
import { findRoute } from './routes.tsx';

const TEXTS = { en: createText('en', en), be: createText('be', be), ar: createText('ar', ar) };

/** What the server must know of an address before it answers. */
export type PagePlan = {
  /** Undefined: no page lives here. */
  page: string | undefined;
  isRendered: boolean;
  /** Parts under `src/`, without ending, that every visit of the page loads at once. */
  parts: readonly string[];
  mfiName: string;
  wantsShowcase: boolean;
  /** Undefined where the page is about no proposal. */
  proposalId: string | undefined;
  /** Undefined where the page is about no campaign. */
  campaignId: string | undefined;
};

export type PageData = { mfi?: unknown; showcase?: unknown; proposal?: unknown; campaign?: unknown };

/** Titles and sentences of the head, in the language of the page. */
export type HeadTexts = { product: string; tagline: string; notFound: string };

/** What a person signed in has around every page; a visitor's page is complete without. */
const PARTS_OF_FRAME = ['chrome/account', 'chrome/notices'];
const PARTS_OF_PAGE: Readonly<Record<string, readonly string[]>> = { 'home-page': ['pages/home-tab'] };

export function planPage(path: string, search: string): PagePlan {
  const match = findRoute(path);
  const query = new URLSearchParams(search);
  return {
    page: match?.route.page.name,
    parts: match?.route.needsSession ? [...(PARTS_OF_PAGE[match.route.page.name] ?? []), ...PARTS_OF_FRAME] : [],
    isRendered: !match || match.route.isRendered === true,
    mfiName: mfiNameOf(match?.params.mfi ?? query.get('mfi')),
    wantsShowcase: match?.route.preloads === 'showcase',
    proposalId: match?.route.preloads === 'proposal' ? (query.get('id') ?? '') : undefined,
    campaignId: match?.route.preloads === 'campaign' ? (match.params['id'] ?? query.get('id') ?? '') : undefined,
  };
}

/** The markup of a page, or of its frame, with the data that the browser starts from. */
export async function renderPage(input: {
  path: string;
  search: string;
  locale: Locale;
  plan: PagePlan;
  data: PageData;
  isFrameOnly: boolean;
  /** The browser asks to save data: pictures wait until they are tapped. */
  savesData: boolean;
}): Promise<{ html: string; state: unknown }> {
  const { path, search, locale, plan, data, isFrameOnly, savesData } = input;
  const client = createQueryClient();
  if (data.mfi) client.setQueryData(queryKeys.mfi(plan.mfiName), data.mfi);
  if (data.showcase) client.setQueryData(queryKeys.mfiShowcase(plan.mfiName), data.showcase);
  if (data.proposal) client.setQueryData(queryKeys.proposal(plan.proposalId!), data.proposal);
  if (data.campaign) putCampaign(client, plan.campaignId!, data.campaign as CampaignAnswer);
  if (savesData) client.setQueryData(DRAWN_SAVING, true);
  const app = <App text={TEXTS[locale]} client={client} server={{ path, search, isFrameOnly }} />;
  // In one piece: a large page would otherwise be sent in parts that an inline script puts together, and none may run here.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  const html = await new Response(prelude as unknown as ReadableStream<Uint8Array>).text();
  const state: ServerData = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]));
  client.clear();
  return { html, state };
}

type CampaignAnswer = { data: [object]; nextCursor: string | null };

/** What the page asks for in two calls: the campaign, and the first of its pages of proposals. */
function putCampaign(client: QueryClient, id: string, answer: CampaignAnswer): void {
  client.setQueryData(queryKeys.campaign(id), { ...answer.data[0], proposalCampaigns: [] });
  client.setQueryData(queryKeys.campaignProposals(id, ''), { pages: [answer], pageParams: [null] });
}

export function headTexts(locale: Locale): HeadTexts {
  const { t } = TEXTS[locale];
  return { product: t('common.productName'), tagline: t('common.tagline'), notFound: t('common.notFoundTitle') };
}
