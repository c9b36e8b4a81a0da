import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { catalogues } from './catalogue-plugin.ts';
import { styleLoader } from './style-loader-plugin.ts';

const LIBRARIES = /node_modules\/(react|react-dom|scheduler|wouter|@tanstack\/(query-core|react-query)|regexparam)\//;
const LIBRARY_PARTS_OF_PAGES =
  /(hydration|useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\./;
const SENDING = /apps\/web\/src\/lib\/use-(send|task)\./;
/** By name: what is beside them in the folder comes later. */
const FRAME =
  /apps\/web\/src\/((main|app|routes)\.tsx|chrome\/(chrome|error-boundary|footer|optional|page-skeleton|theme-toggle|top-bar)\.)/;
/** What almost every page shows: in a file of its own each would cost more than it weighs. */
const KIT =
  /apps\/web\/src\/(ui\/(page|link-button|form-error|visually-hidden|skeleton|card)\.|lib\/(use-is-complete|use-page-title|error-sentence)\.)/;

/**
 * What every page needs is one chunk. Left to itself the bundler also moves what only some pages share into the first
 * script, and every page pays for it; or it makes dozens of crumbs, whose names alone weigh more than their content.
 */
const GROUPS = [
  {
    name: 'frame',
    priority: 4,
    test: (id: string) => (LIBRARIES.test(id) && !LIBRARY_PARTS_OF_PAGES.test(id)) || FRAME.test(id) || KIT.test(id),
  },
  {
    name: 'fields',
    priority: 3,
    test: /apps\/web\/src\/(ui\/(checkbox-field|field|text-field|form|banner)\.|lib\/(use-retained-input|digits)\.)|domain\/src\/text\./,
  },
  // What is about no proposal has pictures too.
  { name: 'picture', priority: 3, test: /apps\/web\/src\/ui\/(picture|progress-bar)\.|domain\/src\/calendar-date\./ },
  { name: 'sending', priority: 3, test: SENDING },
  // A page with lists needs all of them, and each request costs a slow network more than these bytes.
  {
    name: 'lists',
    priority: 3,
    test: /apps\/web\/src\/(ui\/(filter-bar|summary-figures|card-skeletons|hold-until|tabs|roving)\.|lib\/use-list\.)|virtual:texts\/pages\/acting-card|react-query\/.*useInfiniteQuery|infiniteQuery/,
  },
  // What every page fetches right after its first picture, and what a person signed in has in the top bar.
  {
    name: 'notices',
    priority: 3,
    test: /apps\/web\/src\/(chrome\/(notices|offline|offline-banner|page-views|waiting-dialog|help-toggle)\.|ui\/(toasts|questions|confirm-dialog|dialog|confirm|waiting-words)\.|lib\/(outbox|outbox-sending|use-outbox|upload|persisted-queries|keep-focus|kept-invitation|count-page-view|service-worker-registration|stored-draft)\.)|idb-keyval|query-core\/.*hydration|query-persist-client-core/,
  },
  { name: 'states', priority: 3, test: /apps\/web\/src\/(ui\/(empty|error)-state|lib\/status-words)\./ },
  // The page of notifications has it at once, the others with the rest of the top bar.
  { name: 'unread', priority: 4, test: /lib\/unread-stream\./ },
  {
    name: 'account',
    priority: 3,
    test: /apps\/web\/src\/(chrome\/(account|inbox|profile-menu)\.|ui\/(menu|avatar|count-badge|count-button)\.|features\/notifications\/notifications-button\.)/,
  },
  {
    name: 'acting',
    priority: 0,
    test: /apps\/web\/src\/(pages\/(acting-card|proposal-action-dialog|proposal-action-looks|proposal-actions|use-proposal-commands)\.|features\/mfi-dashboard\/(use-approve-proposal|decision-subject)\.|features\/proposals\/proposal-notes\.|lib\/use-money-send\.)/,
  },
  // What a proposal that is written, or waits to be sent, is made of.
  {
    name: 'draft',
    priority: 1,
    test: /features\/proposals\/(begun-proposal|gallery|proposal-draft)\.|domain\/src\/(money|proposals|updates)\./,
  },
  {
    name: 'proposal',
    priority: 2,
    test: /apps\/web\/src\/(ui\/(badge|status-badge)\.|features\/proposals\/(time|use-edit-mode|checked-badge|proposal-(card|figures|picture|progress)|lazy-proposal-notes)\.)|virtual:texts\/(features\/(proposals\/edit-proposal|invitations\/invite-dialog)|pages\/share-proposal)\./,
  },
  { name: 'panels', priority: 3, test: /ui\/(panel|timeline|more-button)\.|chain\.module\.css/ },
  { name: 'handover', priority: 3, test: /features\/identity\/handover\./ },
  {
    name: 'identity',
    priority: 2,
    test: /apps\/web\/src\/(ui\/(password-field|phone-field)\.|lib\/phone\.|features\/identity\/(auth-page|use-leaving|identity|use-focus|new-password|password-problems))/,
  },
];

/**
 * What every browser that runs this code has. React asks for it, so as to run in others and in servers too; answered
 * here, the other branches are left out of the first script. (React's developer tools then see only development.)
 */
const KNOWN_IN_BROWSERS = {
  ...Object.fromEntries(
    ['window', 'document', 'performance', 'Reflect', 'localStorage', 'window.document'].map((name) => [
      `typeof ${name}`,
      '"object"',
    ]),
  ),
  ...Object.fromEntries(
    [
      'AbortController',
      'MessageChannel',
      'MutationObserver',
      'Object.is',
      'Promise',
      'WeakMap',
      'WeakSet',
      'performance.now',
      'queueMicrotask',
      'reportError',
      'setTimeout',
      'window.document.createElement',
    ].map((name) => [`typeof ${name}`, '"function"']),
  ),
  // Only old Internet Explorer and Node have these, and only asynchronous transitions, of which there are none, use
  // `navigation`.
  ...Object.fromEntries(
    ['__REACT_DEVTOOLS_GLOBAL_HOOK__', 'navigation', 'process', 'setImmediate'].map((name) => [
      `typeof ${name}`,
      '"undefined"',
    ]),
  ),
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  'document.documentMode': 'undefined',
};

/** The same in both bundles; Vite's own names tell the line too and are half as long again. */
function shortName(name: string, file: string): string {
  const relative = path.relative(import.meta.dirname, file).replaceAll(path.sep, '/');
  return `${name}_${createHash('sha256').update(relative).digest('hex').slice(0, 4)}`;
}

/**
 * `vite build` makes the browser bundle in `dist/client`; `vite build --ssr` makes `dist/server/entry-server.js`,
 * one file without outside imports, which the Fastify server loads to render pages.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  ...(command === 'build' && !isSsrBuild && { define: KNOWN_IN_BROWSERS }),
  plugins: [react(), catalogues(), styleLoader()],
  // The router brings a stand-in for what React has had since version 18.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      { find: /^regexparam$/, replacement: path.join(import.meta.dirname, 'src/lib/route-pattern.ts') },
      { find: /^\.\/mutationCache\.js$/, replacement: path.join(import.meta.dirname, 'src/lib/no-mutations.ts') },
    ],
  },
  css: { modules: { generateScopedName: shortName } },
  // The policy allows images from data: URLs but scripts and styles only from files.
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? { ssr: 'src/entry-server.tsx', rolldownOptions: { output: { codeSplitting: false } } }
      : {
          manifest: true,
          // The server names the scripts of the first page; lists of them in every chunk would cost more than they save.
          modulePreload: false as const,
          rolldownOptions: {
            output: {
              codeSplitting: { groups: GROUPS },
              // The first script names every sheet and every page, and hashes do not compress.
              assetFileNames: 'assets/[name]-[hash:5][extname]',
              chunkFileNames: 'assets/[name]-[hash:7].js',
            },
          },
        }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
}));
