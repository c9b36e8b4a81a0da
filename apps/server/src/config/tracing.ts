import { z } from 'zod';

export type TracingConfig = {
  /** The collector that spans are sent to, by OpenTelemetry's own variables; null: no trace is kept. */
  readonly tracing: {
    /** The address of the collector, without a slash at its end. */
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /** The share of requests whose spans are sent, from 0 to 1. */
    readonly share: number;
  } | null;
};

export const TRACING_RULES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'must be an http or https address without a user, such as http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'must be headers as name=value, separated by commas',
  OTEL_SERVICE_NAME: 'must be a name of at most 100 characters',
  OTEL_TRACES_SAMPLER_ARG: 'must be a number from 0 to 1',
} as const;

/** The value is percent-encoded. */
const HEADER = /^\s*([\w-]+)=((?:%[\da-f]{2}|[\x21-\x24\x26-\x2b\x2d-\x7e])+)\s*$/i;

function headerOf(part: string): [name: string, value: string] {
  const [, name = '', value = ''] = HEADER.exec(part) ?? [];
  return [name, decodeURIComponent(value)];
}

export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).search === '')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => text.split(',').every((part) => HEADER.test(part)))
    .transform((text) => Object.fromEntries(text.split(',').map(headerOf)))
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('sathi'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
    .transform(Number)
    .default(1),
};

type Values = { readonly [Name in keyof typeof TRACING_VARIABLES]?: z.infer<(typeof TRACING_VARIABLES)[Name]> };

export function readTracing(values: Values): TracingConfig {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = values;
  const { OTEL_SERVICE_NAME: serviceName = 'sathi', OTEL_TRACES_SAMPLER_ARG: share = 1 } = values;
  return { tracing: endpoint === undefined ? null : { endpoint, headers, serviceName, share } };
}
