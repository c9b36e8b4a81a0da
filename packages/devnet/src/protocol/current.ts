import { MAINNET_2_2_0 } from './mainnet-2.2.0.ts';
import type { Protocol } from './protocol.ts';

/** The version that the chain speaks. */
export const PROTOCOL: Protocol = MAINNET_2_2_0;
