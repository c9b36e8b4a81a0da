import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import en from 'virtual:catalogue/en';
import { afterEach, beforeEach } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { Route, Router } from 'wouter';
import { createQueryClient } from '../lib/query-client.ts';
import { endSession } from '../lib/session.ts';
import { createText, TextProvider } from '../lib/text.tsx';
import { Questions } from '../ui/questions.tsx';
import { dismissToast, shownToasts } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';

let address = '';

beforeEach(() => {
  address = location.href;
  localStorage.clear();
  // Also tells the module that remembers who is signed in.
  endSession();
});

afterEach(() => {
  history.replaceState(null, '', address);
  // One that is left would lie over what the next test presses.
  for (const { id } of shownToasts()) dismissToast(id);
});

type Options = {
  /** Where the browser is, such as `/App/Login/ROI`. */
  path: string;
  /** The pattern that reads the parameters of the path. */
  pattern?: string;
  /** What the page before handed over with the history entry. */
  state?: unknown;
};

/** Shows a page or a part of one, in English, at an address, with toasts and confirmations but without the chrome. */
export async function renderPage(page: ReactNode, { path, pattern, state = null }: Options): Promise<RenderResult> {
  history.replaceState(state, '', path);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  return render(
    <TextProvider text={createText('en', en)}>
      <QueryClientProvider client={client}>
        <Router>
          {pattern ? <Route path={pattern}>{page}</Route> : page}
          <Questions />
          <Toasts />
        </Router>
      </QueryClientProvider>
    </TextProvider>,
  );
}
