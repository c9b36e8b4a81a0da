/**
 * The latest reading of what pages keep on this device, for those who listen: read anew when this page or another tab says that it
 * has changed.
 */
export function keptOnDevice<Kept>(name: string, nothingRead: Kept, read: () => Promise<Kept>) {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;
  let latest = nothingRead;

  const refresh = async (): Promise<void> => {
    latest = await read();
    for (const listener of listeners) listener();
  };

  const listen = (listener: () => void) => {
    listeners.add(listener);
    if (channel === undefined) {
      channel = new BroadcastChannel(name);
      channel.addEventListener('message', () => void refresh());
    }
    void refresh();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      channel?.close();
      channel = undefined;
    };
  };

  const announce = async (): Promise<void> => {
    const teller = channel ?? new BroadcastChannel(name);
    teller.postMessage(null);
    if (teller !== channel) teller.close();
    await refresh();
  };

  return { now: () => latest, listen, announce };
}
