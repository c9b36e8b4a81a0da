/**
 * Tables of which no visitor is shown anything, and which are written to at requests and by the clock. All others count, so a
 * table that is forgotten here costs time and never truth.
 */
const QUIET_TABLES = new Set([
  'audit_links',
  'audit_marks',
  'audited_accounts',
  'audit_unchained',
  'dev_inbox',
  'idempotency_keys',
  'institution_figures',
  'known_devices',
  'limit_counters',
  'loan_news',
  'message_reads',
  'notifications',
  'one_time_codes',
  'outbox',
  'own_data_links',
  'page_views',
  'portfolio_figures',
  'push_subscriptions',
  'rate_counters',
  'sessions',
  'share_visits',
  'spent_refresh_tokens',
]);
/** The words that stand behind `update` where no table does: locks, and what an insert does on a conflict. */
const NO_TABLES = new Set(['set', 'skip', 'nowait', 'of']);
const WRITTEN_TABLE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?:alter|create|drop)\s+(?:table|view))\s+(?:only\s+)?"?([a-z_]+)/gi;
const TEXTS_KNOWN_MAX = 2_000;

/** Counts what this process has written that a visitor may be shown; reads that began before the last count may be old. */
export type Changes = {
  readonly count: () => number;
  /** Counts a change, also one that another process told of. */
  readonly add: () => void;
  /** Calls back for each change that this process committed itself. */
  readonly onOwn: (told: () => void) => () => void;
  /** Follows one connection: called with each text once it was answered. */
  readonly connection: () => (text: string) => void;
};

export function createChanges(): Changes {
  let count = 0;
  const listeners = new Set<() => void>();
  const known = new Map<string, boolean>();

  const isChange = (text: string): boolean => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const changes = writesVisibly(text);
    if (known.size < TEXTS_KNOWN_MAX) known.set(text, changes);
    return changes;
  };
  const own = (): void => {
    count += 1;
    for (const told of listeners) told();
  };

  const connection = (): ((text: string) => void) => {
    let isOpen = false;
    let hasWritten = false;
    return (text) => {
      if (/^(begin|start transaction|commit|rollback)$|^start transaction /.test(text)) {
        if (text === 'commit' && hasWritten) own();
        isOpen = text !== 'commit' && text !== 'rollback';
        hasWritten = false;
      } else if (isChange(text)) {
        if (isOpen) hasWritten = true;
        else own();
      }
    };
  };

  return {
    count: () => count,
    add: () => {
      count += 1;
    },
    onOwn: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
    connection,
  };
}

/** Whether a statement may write what visitors are shown. A text that only looks like it counts too. */
export function writesVisibly(text: string): boolean {
  for (const [, name = ''] of text.matchAll(WRITTEN_TABLE)) {
    const table = name.toLowerCase();
    if (!NO_TABLES.has(table) && !QUIET_TABLES.has(table)) return true;
  }
  return false;
}

const ofDatabase = new WeakMap<object, Changes>();

/** The changes of a database that `openDatabase` opened. */
export function changesOf(db: object): Changes {
  const changes = ofDatabase.get(db);
  if (changes === undefined) throw new Error('only an open database knows its changes');
  return changes;
}

export function rememberChanges(db: object, changes: Changes): void {
  ofDatabase.set(db, changes);
}
