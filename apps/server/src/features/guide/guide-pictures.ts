import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../http/language.ts';

const FOLDER = new URL('./pictures/', import.meta.url);
/** A WebP with losses keeps its width and height, 14 bits each, behind the start code of its first frame. */
const SIZE_AT = 26;
const SIZE_BITS = 0x3f_ff;

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
  const pointsAt = (place: number) => (picture.readUInt16LE(place) & SIZE_BITS) / 2;
  return { width: pointsAt(SIZE_AT), height: pointsAt(SIZE_AT + 2) };
}
