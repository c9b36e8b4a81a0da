import { z } from 'zod';

export type MetricsConfig = {
  /** The address at which the figures of the process are read; null: none. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
};

export const METRICS_RULES = {
  METRICS_PORT: 'must be a whole number from 0 to 65535, also when METRICS_HOST is set',
  METRICS_HOST: 'must be a host name or an IP address without spaces',
} as const;

export const METRICS_VARIABLES = {
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .optional(),
  METRICS_HOST: z.string().regex(/^\S+$/).optional(),
};

type Values = { readonly [Name in keyof typeof METRICS_VARIABLES]?: z.infer<(typeof METRICS_VARIABLES)[Name]> };

/** The variable that is missing beside METRICS_HOST, or null. */
export function missingMetricsVariable({ METRICS_PORT, METRICS_HOST }: Values): keyof Values | null {
  return METRICS_HOST !== undefined && METRICS_PORT === undefined ? 'METRICS_PORT' : null;
}

/** The port is open to this machine alone unless a host is named. */
export function readMetrics({ METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' }: Values): MetricsConfig {
  return { metrics: port === undefined ? null : { port, host } };
}
