import fs from 'node:fs/promises';
import path from 'node:path';

const NAME = 'copied-at';

/** Writes into a folder of copies when the last whole copying began. @param at when it began */
export async function writeCopiedAt(folder: string, at: Date): Promise<void> {
  const draft = path.join(folder, `${NAME}.draft`);
  await fs.writeFile(draft, at.toISOString(), { mode: 0o600, flush: true });
  await fs.rename(draft, path.join(folder, NAME));
}

/** The moment the last whole copying into this folder began. @throws Error without one, or when the folder is away */
export async function readCopiedAt(folder: string): Promise<Date> {
  const at = new Date(await fs.readFile(path.join(folder, NAME), 'utf8'));
  if (Number.isNaN(at.getTime())) throw new Error(`${NAME} holds no moment`);
  return at;
}
