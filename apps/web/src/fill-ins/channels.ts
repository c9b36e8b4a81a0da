/** Gives Safari before 15.4 the part of `BroadcastChannel` that the app uses. */
export function fillInChannels(): void {
  if (typeof BroadcastChannel === 'function') return;
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: StorageChannel });
}

/** Tells other tabs through the storage that they share; of this tab each hears nothing, as it should. What it is told is dropped. */
class StorageChannel extends EventTarget {
  private readonly key: string;
  private readonly hear: (event: StorageEvent) => void;

  constructor(name: string) {
    super();
    this.key = `channel.${name}`;
    this.hear = ({ key, newValue }) => {
      if (key === this.key && newValue !== null) this.dispatchEvent(new MessageEvent('message', { data: null }));
    };
    addEventListener('storage', this.hear);
  }

  postMessage(): void {
    localStorage.setItem(this.key, String(Math.random()));
    localStorage.removeItem(this.key);
  }

  close(): void {
    removeEventListener('storage', this.hear);
  }
}
