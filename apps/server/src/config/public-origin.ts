import type { Config } from './config.ts';

/**
 * The origin that links start with, without a last slash. It never comes from a request (security trap T14). `port` is the
 * one that is listened on, which differs from the configured one when that is 0: ask at each use, not before listening.
 */
export function publicOrigin({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
