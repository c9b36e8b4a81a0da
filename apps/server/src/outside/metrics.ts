import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60];
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The figures of one process. Labels come from short lists in the code: the pattern of a route, a kind of job, a country.
 * Nothing about a person is ever one.
 */
export function createMetrics() {
  const registry = new Registry();
  const { counter, gauge, histogram } = figuresIn(registry);

  const auditRuns = counter('sathi_audit_runs_total', 'Audits of the books that this process did', 'outcome');
  // They begin at zero, so that the first wrong one is already a rise.
  for (const outcome of ['sound', 'wrong']) auditRuns.inc({ outcome }, 0);
  const alarms = counter('sathi_alarms_total', 'What somebody should look at', 'what');
  for (const what of ['few_codes_taken_up', 'password_guessed', 'factor_guessed']) alarms.inc({ what }, 0);

  return {
    registry,
    requests: counter('sathi_http_requests_total', 'Answered requests', 'method', 'route', 'status'),
    requestSeconds: histogram(
      'sathi_http_request_duration_seconds',
      'Time from a request to the end of its answer, without streams',
      ANSWER_SECONDS,
      'method',
      'route',
    ),
    requestsOpen: gauge('sathi_http_requests_open', 'Requests under way and open streams'),
    readings: counter(
      'sathi_readings_total',
      'Readings of what is kept for a moment, where there is a replica: by where, and why there',
      'place',
      'why',
    ),
    batchSize: histogram('sathi_batch_size', 'What was written together in one transaction', BATCH_SIZES, 'batch'),
    jobSeconds: histogram(
      'sathi_job_duration_seconds',
      'Tries of jobs, by how they ended',
      JOB_SECONDS,
      'kind',
      'outcome',
    ),
    scheduleFailures: counter('sathi_schedule_failures_total', 'Work by the clock that failed', 'work'),
    auditRuns,
    messages: counter('sathi_deliveries_sent_total', 'Mails and SMS that left', 'channel', 'purpose', 'country'),
    smsSegments: counter(
      'sathi_sms_segments_total',
      'Parts of SMS that the provider charges for',
      'purpose',
      'country',
    ),
    budgetsHalf: counter('sathi_budgets_half_total', 'Budgets that were used by half', 'channel', 'purpose', 'of'),
    budgetsUsedUp: counter('sathi_budgets_used_up_total', 'Budgets that were used up', 'channel', 'purpose', 'of'),
    alarms,
    databaseUp: gauge('sathi_database_up', '1 when the database answered this scrape'),
    databaseConnections: gauge('sathi_database_connections', 'Connections of the pool, by state', 'state'),
    databaseWaiting: gauge('sathi_database_waiting', 'Statements and transactions that wait for their turn'),
    outboxWaiting: gauge('sathi_outbox_waiting', 'Jobs that are not done', 'kind'),
    outboxDeferred: gauge('sathi_outbox_deferred', 'Mails that their receivers do not take yet', 'kind'),
    outboxOldestSeconds: gauge('sathi_outbox_oldest_seconds', 'Age of the oldest job that is not done', 'kind'),
    outboxOverdueSeconds: gauge('sathi_outbox_overdue_seconds', 'How long the longest due job is not taken up', 'kind'),
    outboxGivenUp: gauge('sathi_outbox_given_up', 'Jobs that were given up', 'kind'),
    backupAt: gauge(
      'sathi_backup_timestamp_seconds',
      'When the embedded database, or what lies beside PostgreSQL, was last copied; 0 without copies',
    ),
    archivedAt: gauge(
      'sathi_archive_timestamp_seconds',
      'When PostgreSQL last archived a piece of its log, and last failed to; none without an archive',
      'outcome',
    ),
    chainUp: gauge('sathi_chain_up', '1 when the chain answers and has the contracts'),
    chainOperations: gauge('sathi_chain_operations', 'Operations that are not done', 'status'),
    chainOldestSeconds: gauge('sathi_chain_oldest_seconds', 'Age of the oldest operation that is not done', 'status'),
  };
}

function figuresIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}

/** Adds memory, processor time and the event loop of this process, from now on. */
export function countProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
