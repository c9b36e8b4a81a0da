import { readFileSync } from 'node:fs';
import path from 'node:path';

export const SOURCES_DIR = path.resolve(import.meta.dirname, 'src');
/** Its texts are there before anything is drawn, so no other part brings them again. */
export const FRAME = 'main.tsx';

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'(\.[^']+\.tsx?)'/gm;
const QUOTED = /['"]([a-z]+(?:\.\w+)+)['"]/g;

/**
 * The keys written out in a module under `src/` and in everything that it imports at once: what is imported later brings
 * its own. Keys are always written out in full, so this finds all of them.
 */
export function textsNeededBy(
  module: string,
  isKey: (text: string) => boolean,
): { keys: Set<string>; files: string[] } {
  const keys = new Set<string>();
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const code = readFileSync(file, 'utf8');
    for (const [, text] of code.matchAll(QUOTED)) if (isKey(text!)) keys.add(text!);
    for (const [, names, target] of code.matchAll(STATIC_IMPORT)) {
      if (!isOnlyTypes(names)) visit(path.resolve(path.dirname(file), target!));
    }
  };
  visit(path.join(SOURCES_DIR, module));
  return { keys, files: [...files] };
}

/** `{ type A, type B }` leaves nothing to import. */
function isOnlyTypes(names: string | undefined): boolean {
  const listed = names
    ?.match(/^\{([^}]*)\}$/)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return listed?.every((name) => name === '' || name.startsWith('type ')) ?? false;
}
