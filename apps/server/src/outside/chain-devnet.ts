import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { ChainDownError } from './chain-port.ts';
import type { DevnetThreadNews, DevnetThreadOptions } from './chain-devnet-thread.ts';

const URL_FILE = 'rpc-url';

export type EmbeddedChain = {
  /** The address at which it listens. Of the processes on one folder one runs it, and the others ask that one. @throws ChainDownError */
  readonly url: () => Promise<string>;
  /** It did not answer. When another process ran it, that one may be gone, and the next `url` starts it here. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
};

type Running = { readonly url: string; readonly thread: Worker | null };

/** The development chain in a folder, in a thread of its own, on the loopback address alone. */
export function embedChain(options: DevnetThreadOptions, log: FastifyBaseLogger): EmbeddedChain {
  let running: Promise<Running> | null = null;
  let isClosed = false;

  const start = async (): Promise<Running> => {
    if (isClosed) throw new ChainDownError('the server is ending');
    fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const file = path.join(options.folder, URL_FILE);
    const thread = new Worker(new URL('./chain-devnet-thread.ts', import.meta.url), { workerData: options });
    const news = await firstNews(thread);
    if (news.kind === 'in use') return { url: await readUrl(file), thread: null };
    thread.on('error', (error) => log.error({ err: error }, 'the embedded chain has died'));
    thread.once('exit', () => (running = null));
    writeWhole(file, news.url);
    return { url: news.url, thread };
  };

  return {
    url: async () => {
      running ??= start();
      try {
        return (await running).url;
      } catch (error) {
        running = null;
        throw error instanceof ChainDownError
          ? error
          : new ChainDownError('the embedded chain does not start', { cause: error });
      }
    },
    forget: () => {
      void running?.then(
        ({ thread }) => {
          if (thread === null) running = null;
        },
        () => {},
      );
    },
    close: async () => {
      isClosed = true;
      const { thread = null } = (await running?.catch(() => null)) ?? {};
      if (thread === null) return;
      const ended = once(thread, 'exit');
      thread.postMessage('close');
      await ended;
    },
  };
}

/** @throws the error that ended the thread */
async function firstNews(thread: Worker): Promise<DevnetThreadNews> {
  const [news] = (await once(thread, 'message')) as [DevnetThreadNews];
  return news;
}

/** The other process writes it after it has taken the folder, so for a moment it may not be there. */
async function readUrl(file: string): Promise<string> {
  const url = await fs.promises.readFile(file, 'utf8').catch(() => '');
  if (!/^http:\/\/127\.0\.0\.1:\d+\/rpc$/.test(url)) throw new ChainDownError('another process starts the chain');
  return url;
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text, { mode: 0o600 });
  fs.renameSync(draft, file);
}
