import type { PictureFolder } from '@sathi/domain/pictures.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { shrinkPicture, uploadPicture } from './upload.ts';

type Chosen = {
  /** The same for each try, so that the picture is kept once. */
  idempotencyKey: string;
  /** The picture as it goes out; absent while it is being prepared. */
  picture?: Blob;
  previewUrl?: string;
  /** `kept`: without a network, it waits on this device. */
  state: 'preparing' | 'sending' | 'failed' | 'kept' | 'sent';
  fraction: number;
  error?: unknown;
  storageKey?: string;
};

type Target = {
  folder: PictureFolder;
  name: string | undefined;
  onSent: (storageKey: string) => void;
  /** Takes the picture when there is no network; without it that is a failure. */
  onKept?: ((picture: Blob) => void) | undefined;
  /** A picture kept before. */
  kept?: Blob | undefined;
};

/** The picture chosen here, on its way to the server. Choosing another, or leaving, cancels it. */
export function usePictureUpload({ folder, name, onSent, onKept, kept }: Target) {
  const [chosen, setChosen] = useState<Chosen | null>(() => (kept ? keptPicture(kept) : null));
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useRevoked(chosen?.previewUrl);
  // Much may be typed while a picture travels, and its arrival must not undo that.
  const latest = useRef({ onSent, onKept });
  useLayoutEffect(() => {
    latest.current = { onSent, onKept };
  });

  const send = async (before: Chosen, picture: Blob) => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const show = (changes: Partial<Chosen>) => {
      if (running.current === controller) setChosen((now) => now && { ...now, ...changes });
    };
    let prepared = before.picture;
    try {
      prepared ??= await shrinkPicture(picture);
      if (controller.signal.aborted) return;
      show({ picture: prepared, previewUrl: before.previewUrl ?? URL.createObjectURL(prepared), state: 'sending' });
      const { key } = await uploadPicture(prepared, {
        folder,
        ...(name !== undefined && { name }),
        idempotencyKey: before.idempotencyKey,
        signal: controller.signal,
        onProgress: (fraction) => show({ fraction }),
      });
      show({ state: 'sent', storageKey: key });
      latest.current.onSent(key);
    } catch (error) {
      if (controller.signal.aborted) return;
      const keepIt = latest.current.onKept;
      if (prepared && keepIt && error instanceof ApiError && error.code === 'network') {
        show({ state: 'kept' });
        keepIt(prepared);
      } else show({ state: 'failed', error });
    }
  };

  const choose = (picture: Blob) => {
    const fresh: Chosen = { idempotencyKey: crypto.randomUUID(), state: 'preparing', fraction: 0 };
    setChosen(fresh);
    void send(fresh, picture);
  };
  const retry = () => {
    if (chosen?.picture === undefined) return;
    const again: Chosen = { ...chosen, state: 'sending', fraction: 0 };
    setChosen(again);
    void send(again, chosen.picture);
  };
  const forget = () => {
    running.current?.abort();
    running.current = null;
    setChosen(null);
  };
  return { chosen, choose, retry, forget };
}

function keptPicture(picture: Blob): Chosen {
  const previewUrl = URL.createObjectURL(picture);
  return { idempotencyKey: crypto.randomUUID(), picture, previewUrl, state: 'kept', fraction: 0 };
}

function useRevoked(url: string | undefined): void {
  useEffect(() => {
    if (url !== undefined) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
}
