import './ui/tokens.css';
import './ui/base.css';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import frameTexts from 'virtual:texts/main.tsx';
import { holdUntilGuided } from './lib/demo-mode.ts';
import { BROWSER_LANGUAGE, chosenLocale, directionOf, documentLocale, rememberLocale } from './lib/locale.ts';
import { createQueryClient, type ServerData } from './lib/query-client.ts';
import { queryKeys } from './lib/query-keys.ts';
import { accessToken } from './lib/session.ts';
import { loadedText, loadTexts } from './lib/text.tsx';
import { App } from './app.tsx';
import { findRoute, notFoundPage } from './routes.tsx';

const DAY_MS = 24 * 3_600_000;

async function start(): Promise<void> {
  holdUntilGuided();
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
  // What was seen today stays in memory, so that it is also saved.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, gcTime: DAY_MS } });
  takeServerData(client);
  const page = findRoute(location.pathname)?.route.page ?? notFoundPage;
  await Promise.all([loadTexts(frameTexts), page.preload().catch(() => undefined)]);
  const app = <App text={loadedText(locale)} client={client} />;
  if (root.dataset.rendered === 'page' && isServerLanguage) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** The server answered as to a visitor; for a signed-in person that is a first picture, asked for again at once. */
function takeServerData(client: QueryClient): void {
  const data = document.getElementById('server-data')?.textContent;
  if (!data) return;
  for (const [key, value] of JSON.parse(data) as ServerData) client.setQueryData(key, value);
  if (accessToken() === null) return;
  for (const queryKey of [['proposal'], queryKeys.allCampaigns]) void client.invalidateQueries({ queryKey });
}

void start();
