import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { openDatabase, openReplica } from '../db/db.ts';
import { createMetrics } from '../outside/metrics.ts';
import type { World } from './world.ts';

export type OtherProcess = {
  readonly app: FastifyInstance;
  /** How often it read what is kept from the replica, and from the primary for each reason. */
  readonly readings: () => Promise<Readonly<Record<string, number>>>;
  readonly close: () => Promise<void>;
};

type Options = { readonly isDeaf?: boolean; readonly replicaUrl?: string };

/** A second application on the PostgreSQL database of a world, with connections of its own. A deaf one hears no notification. */
export async function openOtherProcess(
  world: World,
  { isDeaf = false, replicaUrl }: Options = {},
): Promise<OtherProcess> {
  const database = await openDatabase({ url: world.database.url });
  const replica = replicaUrl === undefined ? null : openReplica(replicaUrl);
  const listen = isDeaf ? async () => async () => {} : database.listen;
  const metrics = createMetrics();
  const outside = { ...world.outside, metrics, db: database.db, replica: replica?.db ?? null, listen };
  const app = await createApp(outside);
  await app.ready();
  const readings = async (): Promise<Record<string, number>> => {
    const { values } = await metrics.readings.get();
    return Object.fromEntries(
      values.map(({ labels: { place, why }, value }) => [place === 'replica' ? place : String(why), value]),
    );
  };
  const close = async (): Promise<void> => {
    await app.close();
    await replica?.close();
    await database.close();
  };
  return { app, readings, close };
}
