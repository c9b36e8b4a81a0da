import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';

/** Figures, traces and the ids of requests: the things that a process tells those who run it. */
export const OPERATION_FAULTS: readonly Fault[] = [
  {
    guard: 'the figures of a process are open to its machine alone until a host is named',
    file: `${SERVER}/config/metrics.ts`,
    find: "METRICS_HOST: host = '127.0.0.1'",
    replace: "METRICS_HOST: host = '0.0.0.0'",
    tests: [`${SERVER}/config/config.unit.test.ts`],
  },
  {
    guard: 'a span holds the verb and the table of a statement, never its text',
    file: `${SERVER}/outside/tracing.ts`,
    find: 'name: table === undefined ? verb : `${verb} ${table}`',
    replace: 'name: sql',
    tests: [`${SERVER}/outside/tracing.unit.test.ts`],
  },
  {
    guard: 'the id of a request is the server’s own',
    file: `${SERVER}/app.ts`,
    find: '    genReqId: newRequestId,\n',
    replace: "    genReqId: newRequestId,\n    requestIdHeader: 'x-request-id',\n",
    tests: [`${SERVER}/http/request-ids.test.ts`],
  },
  {
    guard: 'a job is done for the request that caused it',
    file: `${SERVER}/outbox/outbox.ts`,
    find: 'forRequest(job.requestId, () =>',
    replace: 'forRequest(null, () =>',
    tests: [`${SERVER}/http/request-ids.test.ts`],
  },
];
