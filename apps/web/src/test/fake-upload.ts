import { REFUSAL_STATUS, type RefusalCode } from '@sathi/contract/refusals.ts';
import en from '@sathi/texts/en/refusals.json' with { type: 'json' };
import { afterEach } from 'vitest';
import { BROKEN } from './fake-endpoint.ts';

type Asked = {
  folder: string;
  name: string;
  type: string;
  key: string;
  picture: Blob;
  /** Tells how much has been sent, from 0 to 1. */
  progress: (fraction: number) => void;
};
type Answer = { key: string } | { refusal: RefusalCode } | typeof BROKEN;

const realRequest = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = realRequest;
});

/** Plays the server for pictures. An answer that is never given keeps the upload under way until it is cancelled. */
export function fakeUpload(respond: (asked: Asked) => Answer | Promise<Answer>): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    #path = '';
    status = 0;
    responseText = '';

    open(_method: string, path: string): void {
      this.#path = path;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getResponseHeader(): null {
      return null;
    }

    abort(): void {
      this.#end('abort');
    }

    send(picture: Blob): void {
      const [, , folder = '', name = ''] = this.#path.split('/');
      const progress = (fraction: number) =>
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: fraction * 100, total: 100 }));
      const header = (wanted: string) => this.#headers.get(wanted) ?? '';
      const asked = { folder, name, picture, progress, type: header('content-type'), key: header('idempotency-key') };
      void Promise.resolve(respond(asked)).then((answer) => this.#answer(answer));
    }

    #answer(answer: Answer): void {
      if (answer === BROKEN) return this.#end('error');
      if ('refusal' in answer) {
        this.status = REFUSAL_STATUS[answer.refusal];
        this.responseText = JSON.stringify({ code: answer.refusal, detail: en[answer.refusal] });
      } else {
        this.status = 201;
        const data = { ...answer, url: `/files/${answer.key}`, width: 1600, height: 900, blur: '' };
        this.responseText = JSON.stringify({ success: true, data });
      }
      return this.#end('load');
    }

    #end(kind: 'load' | 'error' | 'abort'): void {
      this.dispatchEvent(new Event(kind));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
}

/** A picture as a phone takes it. */
export async function photo(width = 2400, height = 1200, name = 'photo.png'): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#c2571a';
  context.fillRect(0, 0, width, height / 2);
  const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'));
  return new File([blob], name, { type: 'image/png' });
}
