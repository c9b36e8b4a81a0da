import type { OpenItems } from './open-items.ts';
import type { BookedDocument, Named } from './statement-candidates.ts';

/** Open items while the lines of one statement are matched in turn, on items that all statements share. */
export type ItemsInTurn = OpenItems & {
  /** Leaves the shared items as they were, for the next statement; building them anew for each takes too long. */
  readonly putBack: () => void;
};

export function itemsInTurn(shared: OpenItems): ItemsInTurn {
  const before = new Map<string, Named>();
  const linked = new Set<BookedDocument>();
  return {
    ...shared,
    withoutLine: (reference, amount) =>
      shared.withoutLine(reference, amount).filter((document) => !linked.has(document)),
    link: (document) => linked.add(document),
    replace: (next) => {
      const known = shared.find(next.reference);
      if (known !== undefined && !before.has(next.reference)) before.set(next.reference, known);
      shared.replace(next);
    },
    putBack: () => {
      for (const named of before.values()) shared.replace(named);
      before.clear();
      linked.clear();
    },
  };
}
