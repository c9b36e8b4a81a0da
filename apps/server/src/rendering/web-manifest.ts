/** A file of the browser bundle as the bundler lists it; `imports` are keys of the manifest, `css` addresses of files. */
export type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
};
export type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The key of a page, such as `pages/home/home-page.tsx`, or of a catalogue of texts, such as `catalogue/people.en`.
 *
 * @throws Error when the build has no such part
 */
export function keyOf(manifest: Manifest, part: string): string {
  const key = Object.keys(manifest).find((each) => each.endsWith(part));
  if (key === undefined) throw new Error(`The web build has no ${part}`);
  return key;
}
