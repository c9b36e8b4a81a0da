import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Router, useLocation, useSearchParams } from 'wouter';
import { Chrome } from './chrome/chrome.tsx';
import { ErrorBoundary } from './chrome/error-boundary.tsx';
import { PageSkeleton } from './chrome/page-skeleton.tsx';
import { MfiNameProvider, mfiNameOf, paths } from './lib/paths.ts';
import { useSession } from './lib/session.ts';
import { type Text, TextProvider, useText } from './lib/text.tsx';
import { findRoute, notFoundPage, type RouteMatch } from './routes.tsx';
import { toast } from './ui/toast.ts';

type Props = {
  text: Text;
  client: QueryClient;
  /** On the server: what is asked for, and whether the page itself is drawn or only its frame. */
  server?: { path: string; search: string; isFrameOnly: boolean };
};

export function App({ text, client, server }: Props) {
  return (
    <StrictMode>
      <TextProvider text={text}>
        <QueryClientProvider client={client}>
          <Router {...(server && { ssrPath: server.path, ssrSearch: server.search })}>
            <Located isFrameOnly={server?.isFrameOnly ?? false} />
          </Router>
        </QueryClientProvider>
      </TextProvider>
    </StrictMode>
  );
}

function Located({ isFrameOnly }: { isFrameOnly: boolean }) {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { user } = useSession();
  const match = findRoute(path);
  const mfiName = mfiNameOf(match?.params.mfi ?? search.get('mfi') ?? user?.userMfis[0]?.mfiName);
  return (
    <MfiNameProvider value={mfiName}>
      <Chrome pageName={match?.route.page.name}>
        <ErrorBoundary path={path}>{isFrameOnly ? <PageSkeleton /> : <CurrentPage match={match} />}</ErrorBoundary>
      </Chrome>
    </MfiNameProvider>
  );
}

function CurrentPage({ match }: { match: RouteMatch | undefined }) {
  const page = match?.route.page ?? notFoundPage;
  const content = (
    <Suspense key={page.name} fallback={<PageSkeleton />}>
      <page.Component />
    </Suspense>
  );
  if (!match) return content;
  return (
    <Route key={page.name} path={match.pattern}>
      {match.route.needsSession ? <SignedInOnly>{content}</SignedInOnly> : content}
    </Route>
  );
}

/** Sends visitors to log in, and says why to a person whose session has just ended. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { t } = useText();
  const wasSignedIn = useRef(user !== null);
  const hasEnded = user === null && wasSignedIn.current;
  useEffect(() => {
    if (hasEnded) toast.info(t('common.sessionEnded'));
  }, [hasEnded, t]);
  return user === null ? <Redirect to={paths.login()} replace /> : children;
}
