import './ui/tokens.css';
import './ui/base.css';
import { DAY_MS } from '@sathi/domain/durations.ts';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { holdUntilExplained } from './lib/help-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale, directionOf, documentLocale, rememberLocale } from './lib/locale.ts';
import { keepInstallPrompt } from './lib/install-prompt.ts';
import { loadTexts } from './lib/load-texts.ts';
import { createQueryClient, type ServerData } from './lib/query-client.ts';
import { queryKeys } from './lib/query-keys.ts';
import { accessToken, hasPin } from './lib/session.ts';
import { App } from './app.tsx';
import { findRoute, pageOf } from './routes.tsx';

async function start(): Promise<void> {
  keepInstallPrompt();
  holdUntilExplained();
  const root = document.getElementById('root')!;
  const locale = chosenLocale();
  const isServerLanguage = locale === documentLocale();
  if (!isServerLanguage) {
    // The cookie was lost or another tab chose anew: draw in the right language and tell the server for next time.
    document.documentElement.lang = BROWSER_LANGUAGE[locale];
    document.documentElement.dir = directionOf(locale);
    rememberLocale(locale);
  }
  // The library believes that there is a network until it hears otherwise, and would miss its return.
  onlineManager.setOnline(navigator.onLine);
  const client = createQueryClient();
  // Answers of today stay in memory, so that they are also saved.
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, gcTime: DAY_MS } });
  takeServerData(client);
  const isDrawn = root.dataset.rendered === 'page' && isServerLanguage;
  // A page that the server drew is a visitor's, and is taken over as one.
  const route = findRoute(location.pathname)?.route;
  const page = pageOf(route, accessToken() !== null && !isDrawn);
  const isLocked = accessToken() !== null && hasPin();
  const alreadyNeeded = isDrawn ? route?.moreTexts : undefined;
  const [texts] = await Promise.all([loadTexts(locale, alreadyNeeded), page.preload().catch(() => undefined)]);
  const app = <App texts={texts} client={client} />;
  if (isLocked) {
    // The guard must load before anything is drawn. A page that the server drew is a visitor's, and is not taken over.
    const { PinGuard } = await import('./chrome/pin-guard.tsx');
    createRoot(root).render(<PinGuard app={app} texts={texts} client={client} />);
    return;
  }
  // A transition draws in slices: drawn at once, a page keeps a slow phone from answering to touch for that long.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/**
 * Takes over the answers that the server gave as to a visitor. For a signed-in person they are a first picture, asked
 * for again at once.
 */
function takeServerData(client: QueryClient): void {
  const data = document.getElementById('server-data')?.textContent;
  if (!data) return;
  for (const [key, value] of JSON.parse(data) as ServerData) client.setQueryData(key, value);
  if (accessToken() === null) return;
  for (const queryKey of [['proposal'], queryKeys.allCampaigns]) void client.invalidateQueries({ queryKey });
}

/**
 * Whether the browser needs no fill-ins. These are the newest functions that the fill-ins bring, and one that needs
 * TLS.
 */
const isWhole = 'groupBy' in Map && 'canParse' in URL && 'popover' in HTMLElement.prototype && 'randomUUID' in crypto;
if (isWhole) void start();
else void import('./fill-ins/fill-ins.ts').then(start);
