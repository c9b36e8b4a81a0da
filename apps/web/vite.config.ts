import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './catalogue-plugin.ts';

/**
 * What every page needs is one chunk. Left to itself the bundler also moves what only some pages share into the first
 * script, and every page pays for it.
 */
function inFrame(id: string): boolean {
  return (
    (/node_modules\/(react|react-dom|scheduler|wouter|@tanstack|use-sync-external-store|regexparam)\//.test(id) &&
      !/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver|hydration)\./.test(
        id,
      )) ||
    /apps\/web\/src\/(main|app|routes)\.tsx$/.test(id) ||
    /apps\/web\/src\/chrome\/(?!profile-menu)/.test(id)
  );
}

/**
 * `vite build` makes the browser bundle in `dist/client`; `vite build --ssr` makes `dist/server/entry-server.js`,
 * one file without outside imports, which the Fastify server loads to render pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), catalogues()],
  // The router brings a stand-in for what React has had since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
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
          modulePreload: { polyfill: false },
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: inFrame }] } } },
        }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
}));
