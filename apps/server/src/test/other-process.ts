import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { openDatabase } from '../db/db.ts';
import type { World } from './world.ts';

export type OtherProcess = { readonly app: FastifyInstance; readonly close: () => Promise<void> };

/** A second application on the PostgreSQL database of a world, with connections of its own. A deaf one hears no notification. */
export async function openOtherProcess(world: World, { isDeaf = false } = {}): Promise<OtherProcess> {
  const database = await openDatabase({ url: world.database.url });
  const listen = isDeaf ? async () => async () => {} : database.listen;
  const app = await createApp({ ...world.outside, db: database.db, listen });
  await app.ready();
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  return { app, close };
}
