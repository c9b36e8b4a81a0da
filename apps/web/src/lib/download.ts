import { ApiError, respond } from './api.ts';
import type { InputOf } from './wire.ts';

/** The calls that answer a file, or do when asked for one. */
export type FileCall =
  | 'findPosition'
  | 'exportStatement'
  | 'exportDueDays'
  | 'exportMfi'
  | 'exportWholeMfi'
  | 'exportAuditLog'
  | 'readBatchFile'
  | 'readCollectionSheet';

const KEPT_MS = 60_000;

/** Fetches a file with the access of the person signed in, and hands it to the browser to be kept. @throws ApiError */
export async function downloadFile<Name extends FileCall>(
  name: Name,
  input: InputOf<Name>,
  fileName: string,
): Promise<void> {
  const response = await respond(name, input);
  const file = await response.blob().catch(() => {
    throw new ApiError({ status: 0, code: 'network' });
  });
  keepFile(file, fileName);
}

/** Hands a file to the browser to be kept. */
export function keepFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Some browsers read the address only after the press has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
