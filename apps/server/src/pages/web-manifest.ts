import path from 'node:path';

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
 * The key of a page or a lazy part, such as `pages/home-page`. One that shares its chunk with others has the chunk's name
 * only.
 *
 * @throws Error when the build has no such part
 */
export function keyOf(manifest: Manifest, part: string): string {
  const own = `src/${part}.tsx`;
  const key =
    own in manifest ? own : Object.keys(manifest).find((each) => manifest[each]!.name === path.basename(part));
  if (key === undefined) throw new Error(`The web build has no ${part}`);
  return key;
}
