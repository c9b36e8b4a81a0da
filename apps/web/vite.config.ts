import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from './catalogue-plugin.ts';

/**
 * `vite build` makes the browser bundle in `dist/client`; `vite build --ssr` makes `dist/server/entry-server.js`,
 * one file without outside imports, which the Fastify server loads to render pages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), catalogues()],
  // The policy allows images from data: URLs but scripts and styles only from files.
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    ...(isSsrBuild
      ? { ssr: 'src/entry-server.tsx', rolldownOptions: { output: { codeSplitting: false } } }
      : { manifest: true, modulePreload: { polyfill: false } }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
}));
