import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Router, useLocation, useSearch, useSearchParams } from 'wouter';
import { Chrome } from './chrome/chrome.tsx';
import { ErrorBoundary } from './chrome/error-boundary.tsx';
import { PageSkeleton } from './chrome/page-skeleton.tsx';
import { MfiNameProvider, mfiNameOf, paths, useMfiName } from './lib/paths.ts';
import { rememberedMfi, type SessionUser, useSession } from './lib/session.ts';
import { TextProvider, type Texts, useText } from './lib/text.tsx';
import { useStarted } from './lib/use-started.ts';
import { findRoute, pageOf, type RouteMatch } from './routes.tsx';
import { toast } from './ui/toast.ts';

type Props = {
  texts: Texts;
  client: QueryClient;
  /** Given on the server only: the address, and whether it draws only the frame of the page. */
  server?: { path: string; search: string; isFrameOnly: boolean };
};

export function App({ texts, client, server }: Props) {
  return (
    <StrictMode>
      <TextProvider texts={texts}>
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
  useStarted();
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { user } = useSession();
  const match = findRoute(path);
  const mfiName = useMfiOf(match?.params.mfi ?? search.get('mfi'), user);
  return (
    <MfiNameProvider value={mfiName}>
      <Chrome pageName={match?.route.page.name} about={match?.params.id ?? search.get('id') ?? search.get('person')}>
        <ErrorBoundary path={path}>{isFrameOnly ? <PageSkeleton /> : <CurrentPage match={match} />}</ErrorBoundary>
      </Chrome>
    </MfiNameProvider>
  );
}

/**
 * The MFI of this page: the one in its address, else the one they came from, so that moving about does not change it (R17.12), else the
 * reader's own, else that of their last visit.
 */
function useMfiOf(named: string | null | undefined, user: SessionUser | null): string {
  const before = useRef<string>(undefined);
  const own = user?.userMfis[0]?.mfiName;
  const remembered = user ? rememberedMfi()?.name : undefined;
  const name = mfiNameOf(named ?? before.current ?? own ?? remembered);
  const isChosen = (named ?? user) !== null;
  useEffect(() => {
    if (isChosen) before.current = name;
  }, [isChosen, name]);
  return name;
}

function CurrentPage({ match }: { match: RouteMatch | undefined }) {
  const { user } = useSession();
  const page = pageOf(match?.route, user !== null);
  const content = (
    <Suspense key={page.name} fallback={<PageSkeleton />}>
      <page.Component />
    </Suspense>
  );
  if (!match) return content;
  return (
    <Route key={page.name} path={match.pattern}>
      {match.route.needsSession && page === match.route.page ? <SignedInOnly>{content}</SignedInOnly> : content}
    </Route>
  );
}

/** Sends visitors to log in and back, and says why to a person whose session has just ended. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { t } = useText();
  const mfiName = useMfiName();
  const [path] = useLocation();
  const search = useSearch();
  const wasSignedIn = useRef(user !== null);
  const hasEnded = user === null && wasSignedIn.current;
  useEffect(() => {
    if (hasEnded) toast.info(t('common.sessionEnded'));
  }, [hasEnded, t]);
  if (user !== null) return children;
  return <Redirect to={paths.login(mfiName)} state={{ returnTo: search ? `${path}?${search}` : path }} replace />;
}
