import type { UpdateId, UserId } from '@sathi/domain/ids.ts';

/** How the bell knows that it has rung for this update. With a day it is that day's mail as well. */
export function bellKey(updateId: UpdateId, userId: UserId, day?: string): string {
  return ['update', updateId, userId, ...(day === undefined ? [] : [day])].join(':');
}
