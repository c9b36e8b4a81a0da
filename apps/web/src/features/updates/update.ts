import type { DataOf } from '../../lib/wire.ts';

export type Update = DataOf<'listUpdates'>[number];
