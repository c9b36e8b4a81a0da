/** Reasons of the operating system, by the codes of Node. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this account is used up',
  ENOTDIR: 'a part of the path is no folder',
  EMFILE: 'too many files are open',
};
/** The same as the embedded database says it: WebAssembly has numbers of its own. */
const EMBEDDED: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  33: 'EMFILE',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
};
/** Reasons of PostgreSQL, by SQLSTATE. */
const DATABASE: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '40P01': 'another process changed it at the same moment; start again',
  '42501': 'its role may not create tables in the schema public; make it the owner of the database',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no connection left',
  '55P03': 'another process held a lock for too long; start again',
  '57014': 'a statement took too long; start again',
};

type Told = {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly path?: unknown;
  readonly syscall?: unknown;
};

/** One sentence for what an operator can put right before a start; null for everything else, which is a fault of ours. */
export function startupSentence(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { name, code, errno, path, syscall } = error as Told;
  if (name === 'ErrnoError') {
    const known = EMBEDDED[Number(errno)];
    return known === undefined ? null : `DATA_DIR cannot be used: ${SYSTEM[known]} (${known}).`;
  }
  if (typeof code !== 'string') return null;
  // A folder that cannot be made in a read-only place is told as one that is not there.
  const reason = SYSTEM[code] ?? (code === 'ENOENT' && syscall === 'mkdir' ? 'it cannot be made' : undefined);
  if (reason !== undefined)
    return `${typeof path === 'string' ? path : 'DATA_DIR'} cannot be used: ${reason} (${code}).`;
  const said = DATABASE[code];
  return said === undefined ? null : `The database cannot be used: ${said} (${code}).`;
}
