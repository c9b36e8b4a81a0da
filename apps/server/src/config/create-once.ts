import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/** Makes the file whole or not at all, for this account alone; when another process is first, its file stays. */
export function createOnce(file: string, content: string | Buffer): void {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}
