import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { defineConfig } from 'vite';
import { scriptTargets, styleTargets } from './browser-floor.ts';
import { catalogues } from './catalogue-plugin.ts';

/** The same in both bundles; Vite's own names tell the line too and are half as long again. */
function shortName(name: string, file: string): string {
  const relative = path.relative(import.meta.dirname, file).replaceAll(path.sep, '/');
  return `${name}_${createHash('sha256').update(relative).digest('hex').slice(0, 4)}`;
}

/** The module that every page of the staff has, and no other. */
const STAFF_ONLY = '/staff-only.tsx';
/** Modules that a few pages have each, and Home all: a request for each held its first picture up for longer than their bytes do. */
const PARTS_OF_FRAME = [
  'ui/tabs',
  'ui/roving',
  'ui/filter-bar',
  'ui/hold-until',
  'ui/summary-figures',
  'lib/hidden-amounts',
];
/** Modules of a loan's card and page. */
const PARTS_OF_LOAN = [
  'features/proposals/proposal-progress',
  'features/proposals/checked-badge',
  'features/proposals/track-record',
  'features/proposals/use-edit-mode',
  'features/proposals/who-and-where',
  'features/mfis/decision-subject',
];
/** Modules of the lists of loans on Home and for visitors. */
const PARTS_OF_LIST = [
  'features/proposals/lists/proposal-list',
  'features/proposals/lists/use-proposal-list',
  'features/proposals/proposal-card',
];
/** Modules of many dialogs, and of few first pictures. */
const PARTS_OF_KEEPING = ['lib/kept-keys', 'lib/stored-draft'];
/** Modules of dialogs alone, each of which comes when it is opened. */
const PARTS_OF_DIALOGS = ['lib/kept-values', 'lib/required-words', 'lib/use-reason', 'lib/use-reviewed-form'];
const isAmong = (parts: readonly string[]) => (id: string) => parts.some((part) => id.includes(`/src/${part}.ts`));

/**
 * `vite build` makes the browser bundle in `dist/client`; `vite build --ssr` makes `dist/server/entry-server.js`,
 * one file without outside imports, which the Fastify server loads to render pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), catalogues()],
  css: { modules: { generateScopedName: shortName } },
  // Wouter brings this for React 17; React has its own since.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // The policy allows images from data: URLs but scripts and styles only from files.
  build: {
    // The server's bundle is for its own Node.
    ...(!isSsrBuild && { target: scriptTargets(), cssTarget: styleTargets() }),
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? { ssr: 'src/entry-server.tsx', minify: true, rolldownOptions: { output: { codeSplitting: false } } }
      : {
          manifest: true,
          // The server names the scripts of the first page; lists of them in every chunk would cost more than they save.
          modulePreload: false as const,
          // A page is a chunk. Code of several goes into one more, or it makes dozens of files, whose requests cost a phone
          // more than their bytes.
          rolldownOptions: {
            input: ['index.html', 'src/ask-early.ts'].map((file) => path.join(import.meta.dirname, file)),
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'shared',
                    minShareCount: 12,
                    test: (id) => !id.endsWith(STAFF_ONLY) && !isAmong([...PARTS_OF_KEEPING, ...PARTS_OF_DIALOGS])(id),
                  },
                  { name: 'keeping', minShareCount: 2, test: isAmong(PARTS_OF_KEEPING) },
                  { name: 'loan', minShareCount: 3, test: isAmong(PARTS_OF_LOAN) },
                  { name: 'list', minShareCount: 3, test: isAmong(PARTS_OF_LIST) },
                  { name: 'frame', minShareCount: 2, test: isAmong(PARTS_OF_FRAME) },
                ],
              },
              // The first script names each file that may come later, and hashes cannot be packed: seven characters are enough.
              chunkFileNames: 'assets/[name]-[hash:7].js',
              entryFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:7][extname]',
            },
          },
        }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
}));
