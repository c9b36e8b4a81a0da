import type { MessageId, ProposalId } from '@sathi/domain/ids.ts';
import type { JobHandler } from '../../outbox/outbox.ts';
import type { Jobs } from '../../outbox/runner.ts';
import type { Outside } from '../../outside/outside.ts';
import { tell } from '../notifications/tell.ts';

type Payload = { readonly proposalId: ProposalId; readonly messageId: MessageId };
type Port = Pick<Outside, 'db' | 'now' | 'secret' | 'config'>;

export function messageJobs(outside: Port): Partial<Jobs> {
  return { handlers: { message_sent: tellSent(outside) } };
}

function tellSent(outside: Port): JobHandler {
  return async ({ payload }) => {
    const { proposalId, messageId } = payload as Payload;
    await tell(outside, 'message', { key: `message:${proposalId}`, proposalId, messageId });
  };
}
