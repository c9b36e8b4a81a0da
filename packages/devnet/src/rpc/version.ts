import { PROTOCOL } from '../protocol/current.ts';

export const PROTOCOL_VERSION = PROTOCOL.version;
/** That of the JSON-RPC answers. */
export const API_VERSION = '2.0.0';
