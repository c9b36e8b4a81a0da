/** The compiled texts of one file and language, such as `virtual:catalogue/people.en`. */
declare module 'virtual:catalogue/*' {
  const catalogue: import('@sathi/texts/compile.ts').Catalogue;
  export default catalogue;
}
