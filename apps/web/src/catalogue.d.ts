/** Compiled ICU messages by key: every text in one language. */
declare module 'virtual:catalogue/*' {
  const catalogue: import('./lib/text.tsx').Catalogue;
  export default catalogue;
}

/** The texts of one module under `src/` and of what it imports, such as `virtual:texts/pages/home-page.tsx`. */
declare module 'virtual:texts/*' {
  const texts: import('./lib/text.tsx').Texts;
  export default texts;
}
