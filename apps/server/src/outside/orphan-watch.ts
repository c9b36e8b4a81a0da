const LOOK_EVERY_MS = 250;
/** The parent's id, read at once: the parent may be gone before the server is ready. */
const PARENT = process.ppid;

/**
 * Calls `onOrphaned` once when the process that started this one is gone. `npm start` puts a shell between itself and the
 * server; on SIGTERM the shell dies without passing the signal on, and the server would live on with its lock and its port.
 * Nothing is watched when a service manager or a person starts the server directly.
 */
export function watchParent(onOrphaned: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    onOrphaned();
  }, LOOK_EVERY_MS);
  timer.unref();
}
