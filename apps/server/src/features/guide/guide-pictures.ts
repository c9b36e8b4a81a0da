import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../http/language.ts';

const FOLDER = new URL('./pictures/', import.meta.url);
/** A PNG keeps its width and height in its first chunk. */
const SIZE_AT = 16;

/** The picture of a page of the guide, which `scripts/guide-pictures.ts` takes; undefined for a name of none. */
export function guidePicture(language: Language, name: string): Buffer | undefined {
  // Named by the folder, so that no path of a reader is opened.
  const known = readdirSync(new URL(`${language}/`, FOLDER)).find((each) => each === name);
  return known === undefined ? undefined : readFileSync(new URL(`${language}/${known}`, FOLDER));
}

/** The size in which a picture is shown, so that nothing jumps when it comes: it has two points for each of the page. */
export function pictureSize(language: Language, href: string): { readonly width: number; readonly height: number } {
  const picture = guidePicture(language, href.replace('pictures/', ''));
  if (picture === undefined) throw new Error(`the guide has no picture ${href} in ${language}`);
  return { width: picture.readUInt32BE(SIZE_AT) / 2, height: picture.readUInt32BE(SIZE_AT + 4) / 2 };
}
