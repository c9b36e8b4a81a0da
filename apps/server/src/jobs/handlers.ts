import type { Outside } from '../outside.ts';
import { messageHandlers } from './messages.ts';
import type { JobHandlers } from './outbox.ts';
import { MESSAGE_REPORTED_JOB, MESSAGE_SENT_JOB, tellMessage, tellMessageReported } from './tell-message.ts';
import {
  PAYMENT_APPROVED_JOB,
  PROPOSAL_EVENT_JOB,
  tellPaymentApproved,
  tellProposalEvent,
} from './tell-proposal-event.ts';

/** Every kind of job and who does it. */
export function createJobHandlers(outside: Outside): JobHandlers {
  return {
    ...messageHandlers(outside),
    [PROPOSAL_EVENT_JOB]: tellProposalEvent(outside),
    [PAYMENT_APPROVED_JOB]: tellPaymentApproved(outside),
    [MESSAGE_SENT_JOB]: tellMessage(outside),
    [MESSAGE_REPORTED_JOB]: tellMessageReported(outside),
  };
}
