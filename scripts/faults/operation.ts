import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';

/** Figures, traces and the ids of requests: the things that a process tells those who run it. */
export const OPERATION_FAULTS: readonly Fault[] = [
  {
    trap: 'Figures of the process',
    guard: 'the figures of a process are open to its machine alone until a host is named',
    file: `${SERVER}/config/metrics.ts`,
    find: "METRICS_HOST: host = '127.0.0.1'",
    replace: "METRICS_HOST: host = '0.0.0.0'",
    tests: [`${SERVER}/config/config.unit.test.ts`],
  },
  {
    trap: 'Traces tell',
    guard: 'a span holds the verb and the table of a statement, never its text',
    file: `${SERVER}/outside/tracing.ts`,
    find: 'name: table === undefined ? verb : `${verb} ${table}`',
    replace: 'name: sql',
    tests: [`${SERVER}/outside/tracing.unit.test.ts`],
  },
  {
    trap: 'A client hides',
    guard: 'the id of a request is the server’s own',
    file: `${SERVER}/app.ts`,
    find: '    genReqId: newRequestId,\n',
    replace: "    genReqId: newRequestId,\n    requestIdHeader: 'x-request-id',\n",
    tests: [`${SERVER}/http/request-ids.test.ts`],
  },
  {
    guard: 'no statement is done after the rollback of its transaction (decision 172)',
    file: `${SERVER}/db/transaction.ts`,
    find: "if (isOver) throw new Error('a statement came after the end of its transaction');",
    replace: '',
    tests: [`${SERVER}/db/db.both.test.ts`],
  },
  {
    guard: 'the first of several statements that failed is told (decision 172)',
    file: `${SERVER}/db/transaction.ts`,
    find: 'throw isInFailedTransaction(error) ? firstError : error;',
    replace: 'throw error;',
    tests: [`${SERVER}/db/db.both.test.ts`],
  },
  {
    guard: 'a job is done for the request that caused it',
    file: `${SERVER}/outbox/outbox.ts`,
    find: 'forRequest(job.requestId, () =>',
    replace: 'forRequest(null, () =>',
    tests: [`${SERVER}/http/request-ids.test.ts`],
  },
  {
    trap: 'Addresses in errors',
    guard: 'of the words of a mail server the numbers alone are kept',
    file: `${SERVER}/outside/mail-smtp.ts`,
    find: "command, responseCode || '', enhanced].filter",
    replace: "command, responseCode || '', response].filter",
    tests: [`${SERVER}/outside/mail-smtp.long.unit.test.ts`],
  },
  {
    trap: 'Addresses in errors',
    guard: 'of the words of Twilio the code alone is kept',
    file: `${SERVER}/outside/sms-twilio.ts`,
    find: 'Refused.safeParse(body).data?.code',
    replace: '`${Refused.safeParse(body).data?.code} ${JSON.stringify(body)}`',
    tests: [`${SERVER}/outside/sms.test.ts`],
  },
  {
    trap: 'Addresses in errors',
    guard: 'of the words of a storage the name and the number alone are kept',
    file: `${SERVER}/outside/files-s3.ts`,
    find: 'the storage is not there: ${name} ${',
    replace: 'the storage is not there: ${(error as Error).message} ${name} ${',
    tests: [`${SERVER}/outside/files-s3.long.postgres.test.ts`],
  },
  {
    guard: 'behind a pooler a process gives up a commit that no standby confirms',
    file: `${SERVER}/db/postgres/lost-line.ts`,
    find: 'if (ENDS_TRANSACTION.test(text)) isLimited = true;',
    replace: 'if (ENDS_TRANSACTION.test(text)) return { stop: () => {} };',
    tests: [`${SERVER}/db/postgres/lost-line.unit.test.ts`],
  },
  {
    guard: 'the change of a loan is told to those alone who may read its conversation',
    file: `${SERVER}/features/messages/unread-streams.ts`,
    find: 'refreshEach(await readersOf(proposalId), name);',
    replace: 'refreshEach(lines.people(), name);',
    tests: [`${SERVER}/features/messages/unread-stream.both.test.ts`],
  },
  {
    guard: 'each refusal is in the log with its code (security 16.3.2)',
    file: `${SERVER}/http/error-handler.ts`,
    find: "  else request.log.info({ refusal: code }, 'refused');\n",
    replace: '',
    tests: [`${SERVER}/features/identity/private-logs.test.ts`],
  },
];
