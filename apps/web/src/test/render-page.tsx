import '../ui/tokens.css';
import '../ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import help from 'virtual:catalogue/help.en';
import money from 'virtual:catalogue/money.en';
import people from 'virtual:catalogue/people.en';
import staff from 'virtual:catalogue/staff.en';
import { afterEach, beforeEach } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { Route, Router } from 'wouter';
import { createQueryClient } from '../lib/query-client.ts';
import { endSession } from '../lib/session.ts';
import { TextProvider, wholeTexts } from '../lib/text.tsx';
import { Questions } from '../ui/questions.tsx';
import { dismissToast, shownToasts } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';

let address = '';

beforeEach(() => {
  address = location.href;
  localStorage.clear();
  // Ending the session also tells the module that remembers who is signed in.
  endSession();
});

afterEach(() => {
  history.replaceState(null, '', address);
  // A toast that is left would lie over the buttons of the next test.
  for (const { id } of shownToasts()) dismissToast(id);
});

type Options = {
  /** The address of the browser, such as `/App/Login/ROI`. */
  path: string;
  /** The pattern that reads the parameters of the path. */
  pattern?: string;
  /** The state that the page before handed over with the history entry. */
  state?: unknown;
};

/** Shows a page or a part of one, in English, at an address, with toasts and confirmations but without the chrome. */
export async function renderPage(page: ReactNode, { path, pattern, state = null }: Options): Promise<RenderResult> {
  history.replaceState(state, '', path);
  const client = createQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  return render(
    <TextProvider texts={wholeTexts('en', people, { ...staff, ...money, ...help })}>
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
