import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's file system in Node that this file touches. They are internal, so the version is pinned. */
type EmscriptenModule = {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: Stream) => number };
    tryFSOperation(operation: () => number): number;
    realPath(node: unknown): string;
  };
};
/** `nfd` is the file descriptor in Node; directories have none. */
type Stream = { readonly nfd?: number; readonly node: unknown };

/**
 * The folder in Node, with an fsync that reaches the disk. The stock one has no such operation, so that a power cut
 * would take back commits that were acknowledged.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addFsync = (module: unknown): void => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = (stream) => NODEFS.tryFSOperation(() => fsync(stream, NODEFS));
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

function fsync(stream: Stream, nodeFs: EmscriptenModule['NODEFS']): number {
  if (stream.nfd !== undefined) {
    fs.fsyncSync(stream.nfd);
    return 0;
  }
  const directory = fs.openSync(nodeFs.realPath(stream.node), 'r');
  try {
    fs.fsyncSync(directory);
  } finally {
    fs.closeSync(directory);
  }
  return 0;
}

/** The stock parameters switch fsync off with `-F`. The log is kept as small as a checkpoint makes it. */
export const DURABLE_START_PARAMS: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'max_wal_size=64MB',
  '-c',
  'min_wal_size=32MB',
];
