import type { Outside } from '../outside.ts';
import { REMOVE_FILE_JOB, removeFile } from './remove-file.ts';
import { messageHandlers } from './messages.ts';
import type { JobHandlers } from './outbox.ts';
import { invitationHandlers } from './tell-invitations.ts';
import { LOAN_EVENT_JOB, tellLoanEvent } from './tell-loan-event.ts';
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
    ...invitationHandlers(outside),
    [REMOVE_FILE_JOB]: removeFile(outside),
    [PROPOSAL_EVENT_JOB]: tellProposalEvent(outside),
    [PAYMENT_APPROVED_JOB]: tellPaymentApproved(outside),
    [LOAN_EVENT_JOB]: tellLoanEvent(outside),
    [MESSAGE_SENT_JOB]: tellMessage(outside),
    [MESSAGE_REPORTED_JOB]: tellMessageReported(outside),
  };
}
