import address from './challenge-worker.ts?worker&url';
import { scriptAddress } from './script-address.ts';
import { beginSolving } from './solving.ts';

/** The work that the worker is given, and its answer: null when it found none. */
export type Challenge = { readonly parameters: object; readonly signature: string };
export type Solution = { readonly counter: number; readonly derivedKey: string } | null;

/**
 * The header that answers a challenge of the server: work that costs one person a moment and a flood of requests more
 * than it is worth. Done in a worker, so that the page stays free. Null where the device cannot do it.
 */
export async function answerTo(challenge: unknown, signal?: AbortSignal): Promise<string | null> {
  if (typeof Worker === 'undefined') return null;
  const end = beginSolving();
  try {
    const solution = await solve(challenge as Challenge, signal);
    return solution && btoa(JSON.stringify({ challenge, solution }));
  } finally {
    end();
  }
}

function solve(challenge: Challenge, signal?: AbortSignal): Promise<Solution> {
  return new Promise((resolve, reject) => {
    // Built, it is one file without imports: Firefox before 114 starts no worker that is a module.
    const worker = new Worker(scriptAddress(address) as string, { type: import.meta.env.PROD ? 'classic' : 'module' });
    const end = (): void => {
      worker.terminate();
      signal?.removeEventListener('abort', cancel);
    };
    const cancel = (): void => {
      end();
      reject(signal?.reason as Error);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Solution>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      end();
      resolve(null);
    });
    signal?.addEventListener('abort', cancel);
    worker.postMessage(challenge);
  });
}
