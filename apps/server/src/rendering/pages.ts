import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MfiTexts, type MfiWords, mfiWordsFor } from '@sathi/domain/mfi-words.ts';
import type { Digits } from '@sathi/texts/figures.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { seenBy } from '../http/causality.ts';
import type { PageDb } from '../http/own-reads.ts';
import { etagOf, type KeptAnswer, sendKept } from '../http/kept-answers.ts';
import { assetRoutes } from './assets.ts';
import { makeDocument } from './document.ts';
import { pageHeaders } from './page-headers.ts';
import { compressed, digitsOf, isSignedIn, localeOf, pageKey, savesData, themeOf } from './page-request.ts';
import {
  type CampaignHead,
  HIDDEN_TAGS,
  type Locale,
  type ProposalHead,
  type Shared,
  shareTags,
  sharedCampaign,
  sharedProposal,
} from './share-head.ts';
import { readWebBuild, type WebBuild } from './web-build.ts';

/** Each answers the `data` of a public call as a visitor gets it, or null where the call would answer 404. Throws for any other answer. */
export type PageLoaders = {
  /** GET /api/mfi */
  loadMfi: (name: string) => Promise<unknown>;
  /** GET /api/mfi/showcase */
  loadShowcase: (mfiName: string) => Promise<unknown>;
  /** GET /api/borrow/findOne; `id` is as written in the address. */
  loadProposal: (id: string) => Promise<unknown>;
  /** GET /api/campaign/, the whole answer: its proposals come in pages. */
  loadCampaign: (id: string) => Promise<unknown>;
  /** GET /api/borrow/openProposals with this query, the whole answer. */
  loadOpen: (query: string) => Promise<unknown>;
  /** GET /api/borrow/figures with this query. */
  loadFigures: (query: string) => Promise<unknown>;
  /** GET /api/mfi/figures with this query. */
  loadLoanFigures: (query: string) => Promise<unknown>;
};

export type PagesOptions = {
  /** The loaders ask in the name of the person who asks for the page, and read this database. */
  loadersFor: (request: FastifyRequest, db: PageDb) => PageLoaders;
  /** `apps/web/dist`. Without a build there are no pages: `npm run dev` brings its own. */
  distDir: string;
  /** The product's own address without a last slash. Never taken from a request. */
  publicUrl: () => string;
};

type Plan = {
  page: string | undefined;
  moreTexts: 'staff' | 'money' | undefined;
  isRendered: boolean;
  mfiName: string;
  wantsShowcase: boolean;
  proposalId: string | undefined;
  campaignId: string | undefined;
  openQuery: string | undefined;
  figuresQuery: string | undefined;
  loanFiguresQuery: string | undefined;
  asks: readonly string[];
};
type Data = {
  mfi?: unknown;
  showcase?: unknown;
  proposal?: unknown;
  campaign?: unknown;
  open?: unknown;
  figures?: unknown;
  loanFigures?: unknown;
};

/** The exports of the web build's server bundle. */
type Renderer = {
  planPage: (path: string, search: string, isSignedIn: boolean) => Plan;
  renderPage: (input: {
    path: string;
    search: string;
    locale: Locale;
    digits: Digits;
    plan: Plan;
    data: Data;
    isFrameOnly: boolean;
    savesData: boolean;
  }) => Promise<{ html: string; state: unknown }>;
  /** The subject of a page about a place, a trade, a partner or figures. */
  publicHead: (path: string, locale: Locale, data: Data) => Shared | undefined;
  headTexts: (
    locale: Locale,
    mfiName: string,
  ) => Record<'product' | 'tagline' | 'notFound' | 'openTitle' | 'openText' | 'untitledCampaign', string>;
};

/** Addresses of the API and its companions: an unknown one below them stays their own 404. */
const NOT_PAGES = /^\/(api|files|share|healthz|readyz|assets|docs|dev\/inbox)(\/|$)/i;

/** Serves the built web app: its files, and every other GET as an HTML page. Register it last. */
export async function pagesPlugin(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const entry = path.join(options.distDir, 'server/entry-server.js');
  if (!existsSync(entry)) {
    app.log.warn('the web app is not built; only the API is served');
    return;
  }
  const renderer = (await import(pathToFileURL(entry).href)) as Renderer;
  const build = readWebBuild(options.distDir);
  const isHttps = options.publicUrl().startsWith('https:');
  assetRoutes(app, options.distDir, isHttps);
  app.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://page.invalid');
    if (NOT_PAGES.test(url.pathname)) return reply.callNotFound();
    const draw = async (db: PageDb): Promise<KeptAnswer> => {
      const { status, styles, html } = await answerPage({ renderer, build, options, request, url, db });
      const { body, encoding } = await compressed(request, html);
      const headers = { ...pageHeaders(url.pathname, styles, isHttps), etag: etagOf(body), ...encoding };
      return { status, body, headers };
    };
    const make = (db: PageDb) => app.inRoom(() => draw(db));
    const { primary, read } = app.keptAnswers;
    return sendKept(
      request,
      reply,
      await (isSignedIn(request) ? make(primary) : read(pageKey(request), seenBy(request), make)),
    );
  });
}

type Asked = {
  renderer: Renderer;
  build: WebBuild;
  options: PagesOptions;
  request: FastifyRequest;
  url: URL;
  db: PageDb;
};

async function answerPage({ renderer, build, options, request, url, db }: Asked) {
  const locale = localeOf(request);
  const signedIn = isSignedIn(request);
  const plan = renderer.planPage(url.pathname, url.search, signedIn);
  const { data, isMissing, isBroken } = await load(plan, options.loadersFor(request, db), request);
  // A page without its data is drawn by the browser, which may be signed in and allowed to see more.
  const isFrameOnly = !plan.isRendered || isMissing || isBroken;
  const search = url.search.slice(1);
  const path = url.pathname;
  const asked = { path, search, locale, plan, data, isFrameOnly };
  const { html, state } = await renderer.renderPage({
    ...asked,
    digits: digitsOf(request),
    savesData: savesData(request),
  });
  const status = isBroken ? 503 : plan.page === undefined || isMissing ? 404 : 200;
  const mfi = data.mfi as { primaryColor: string; accentColor: string } | null | undefined;
  const document = makeDocument({
    template: build.template,
    assets: build.assetsOf(
      plan.page,
      signedIn ? ['chrome/navigation.tsx'] : [],
      plan.moreTexts ? ['people', plan.moreTexts] : ['people'],
      locale,
    ),
    locale,
    theme: themeOf(request),
    isSignedIn: signedIn,
    early: plan.asks.length > 0 ? { script: build.askEarly, path, asks: plan.asks } : undefined,
    ...describe({ renderer, plan, data, locale, publicUrl: options.publicUrl(), url, isIndexed: status === 200 }),
    brand: mfi ? { primary: mfi.primaryColor, accent: mfi.accentColor } : undefined,
    html,
    rendered: isFrameOnly ? 'frame' : 'page',
    state,
  });
  return { status, ...document };
}

async function load(plan: Plan, loaders: PageLoaders, request: FastifyRequest) {
  try {
    const [mfi, showcase, proposal, campaign, open, figures, loanFigures] = await Promise.all([
      loaders.loadMfi(plan.mfiName),
      plan.wantsShowcase ? loaders.loadShowcase(plan.mfiName) : undefined,
      plan.proposalId === undefined ? undefined : loaders.loadProposal(plan.proposalId),
      plan.campaignId === undefined ? undefined : loaders.loadCampaign(plan.campaignId),
      plan.openQuery === undefined ? undefined : loaders.loadOpen(plan.openQuery),
      plan.figuresQuery === undefined ? undefined : loaders.loadFigures(plan.figuresQuery),
      plan.loanFiguresQuery === undefined ? undefined : loaders.loadLoanFigures(plan.loanFiguresQuery),
    ]);
    const data: Data = { mfi, showcase, proposal, campaign, open, figures, loanFigures };
    // An unknown partner changes nothing on an address without a page.
    const isMissing = plan.page !== undefined && [mfi, proposal, campaign, figures, loanFigures].includes(null);
    return { data, isMissing, isBroken: false };
  } catch (error) {
    request.log.error({ err: error }, 'a page could not be given its data');
    return { data: {} as Data, isMissing: false, isBroken: true };
  }
}

/** Title, sentence, picture and address for the tab, for search engines and for shared links. */
function describe(input: {
  renderer: Renderer;
  plan: Plan;
  data: Data;
  locale: Locale;
  publicUrl: string;
  url: URL;
  isIndexed: boolean;
}) {
  const { renderer, plan, data, locale, publicUrl, url, isIndexed } = input;
  const proposal = data.proposal as ProposalHead | null | undefined;
  const campaign = (data.campaign as { data: readonly CampaignHead[] } | null | undefined)?.data[0];
  const texts = renderer.headTexts(locale, campaign?.mfiName ?? plan.mfiName);
  const mfi = data.mfi as MfiHead | null | undefined;
  const list = { path: '/App/Invest', title: texts.openTitle, description: texts.openText };
  const subject = proposal
    ? sharedProposal(proposal, locale)
    : ((campaign && sharedCampaign({ ...campaign, name: campaign.name || texts.untitledCampaign })) ??
      publicPage(renderer.publicHead(url.pathname, locale, data), data, locale) ??
      (plan.openQuery === undefined ? undefined : list));
  const description =
    subject?.description || (mfi && mfiWordsFor(mfi, 'welcomeMessage', locale).words) || texts.tagline;
  const heading = plan.page === undefined ? texts.notFound : subject?.title;
  const title = heading ? `${heading} · ${texts.product}` : `${texts.product} · ${texts.tagline}`;
  const shared = subject ?? { path: url.pathname, title, description };
  // A page with a subject is for all, and Home is where a person looks for the product; a person's others are private.
  const isPublic = plan.isRendered || subject !== undefined || plan.page === 'home/home-page';
  const isFindable = isIndexed && isPublic;
  const tags = isFindable ? shareTags(shared, { origin: publicUrl, locale, site: texts.product }) : HIDDEN_TAGS;
  return { title, description, tags };
}

/** The subject of a public page, with the picture of the first loan that the page shows. */
function publicPage(head: Shared | undefined, { open, showcase }: Data, locale: Locale): Shared | undefined {
  const shown =
    (open as { data: ProposalHead[] } | undefined)?.data ?? (showcase as Shown | undefined)?.proposals ?? [];
  return head && { ...head, picture: shown[0] && sharedProposal(shown[0], locale).picture };
}

type Shown = { readonly proposals: readonly ProposalHead[] };
type MfiHead = MfiWords & { texts: MfiTexts };
