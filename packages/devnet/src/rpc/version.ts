/** The protocol that the chain speaks. */
export const PROTOCOL_VERSION = '2.0.0';
