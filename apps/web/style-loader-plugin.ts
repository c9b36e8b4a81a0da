import type { Plugin } from 'vite';

/**
 * What the build puts before an import of a part that has style sheets. The one that Vite brings also knows about
 * preloads, nonces and other origins, which are not used here, and is five times as long, in every page.
 * The part is fetched with its sheets, not after them, and handed out when all are there.
 * A sheet that the server has inlined is there as an inert link and is not fetched.
 */
const STYLE_LOADER = `
export const __vitePreload = async (load, sheets) => {
  const [part] = await Promise.all([load(), ...(sheets ?? []).map((sheet) => {
    const href = '/' + sheet;
    if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    return new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => {
        link.remove();
        reject(new Error('Not loaded: ' + href));
      };
      document.head.append(link);
    });
  })]);
  return part;
};
`;

export function styleLoader(): Plugin {
  return {
    name: 'sathi-style-loader',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? STYLE_LOADER : undefined),
  };
}
