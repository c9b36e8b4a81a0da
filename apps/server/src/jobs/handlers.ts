import type { Outside } from '../outside.ts';
import { MESSAGE_JOB, sendQueuedMessage } from './messages.ts';
import type { JobHandlers } from './outbox.ts';

/** Every kind of job and who does it. */
export function createJobHandlers(outside: Outside): JobHandlers {
  return {
    [MESSAGE_JOB]: sendQueuedMessage(outside),
  };
}
