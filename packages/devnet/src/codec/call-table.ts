import { type Bytes, concat, u16, u32 } from './bytes.ts';

/** Fields by number, as Casper 2.x writes what may grow: where each begins, then all of them. */
export function callTable(...fields: ReadonlyArray<readonly [index: number, content: Uint8Array]>): Bytes {
  let at = 0;
  const places = fields.map(([index, content]) => {
    const place = concat(u16(index), u32(at));
    at += content.length;
    return place;
  });
  return concat(u32(fields.length), ...places, u32(at), ...fields.map(([, content]) => content));
}
