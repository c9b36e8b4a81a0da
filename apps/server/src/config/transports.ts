import { z } from 'zod';

/** The ways for mails and SMS to leave and the store of pictures; null means that they stay on this machine. */
export type MailSettings = {
  /** `smtp://` or `smtps://`, with the account in it. */
  readonly url: string;
  /** `Sathi <no-reply@sathi.example>` or the address alone. */
  readonly from: string;
};
export type TwilioSettings = {
  readonly provider: 'twilio';
  readonly accountSid: string;
  readonly authToken: string;
  /** A number (`+12025550100`), a sender name, or the id of a messaging service (`MG…`). */
  readonly from: string;
  /** Another address than the provider's own; null for the provider's. */
  readonly endpoint: string | null;
};
export type SnsSettings = {
  readonly provider: 'sns';
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly endpoint: string | null;
};
export type SmsSettings = TwilioSettings | SnsSettings;
export type StorageSettings = {
  /** Null for Amazon's own address of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
};

export const TRANSPORT_RULES = {
  SMTP_URL: 'must be smtp://user:password@host:port or smtps://…, of which nothing but ?tls=optional may follow',
  MAIL_FROM: 'must be an address such as Sathi <no-reply@sathi.example>',
  SMS_PROVIDER:
    "must be 'twilio' or 'sns', and must be set when another SMS_ variable but SMS_COUNTRIES and SMS_BUDGET is",
  SMS_TWILIO_ACCOUNT_SID: "must be AC and 32 hexadecimal digits, and must be set when SMS_PROVIDER is 'twilio'",
  SMS_TWILIO_AUTH_TOKEN: "must be without spaces, and must be set when SMS_PROVIDER is 'twilio'",
  SMS_TWILIO_FROM: "must be a number, a sender or a messaging service, and must be set when SMS_PROVIDER is 'twilio'",
  SMS_SNS_REGION: 'must be a region such as us-east-1',
  SMS_SNS_ACCESS_KEY_ID: "must be without spaces, and must be set when SMS_PROVIDER is 'sns'",
  SMS_SNS_SECRET_ACCESS_KEY: "must be without spaces, and must be set when SMS_PROVIDER is 'sns'",
  SMS_ENDPOINT: 'must be an http or https address',
  SMS_COUNTRIES: 'must be countries of two capital letters separated by commas, such as BD,IN,TL,US',
  S3_ENDPOINT: 'must be an http or https address',
  S3_REGION: 'must be a region such as us-east-1',
  S3_BUCKET: 'must be the name of a bucket, and must be set when another S3_ variable is',
  S3_ACCESS_KEY_ID: 'must be without spaces, and must be set together with S3_BUCKET',
  S3_SECRET_ACCESS_KEY: 'must be without spaces, and must be set together with S3_BUCKET',
  S3_FORCE_PATH_STYLE: "must be 'true' or 'false'",
} as const;

/** They mean something without a provider too. */
const OF_ALL_PROVIDERS: readonly string[] = ['SMS_COUNTRIES', 'SMS_BUDGET'];
const HttpAddress = z.url({ protocol: /^https?$/ });
const Token = z.string().regex(/^\S+$/);
const Region = z.string().regex(/^[a-z0-9-]{1,40}$/);
const MAIL_FROM = /^(?:[^<>"\p{Cc}]{1,100} )?<?[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+>?$/u;
/** The countries of the MFIs, and that of the demo's numbers. */
const COUNTRIES = ['BD', 'IN', 'TL', 'US'];

export const TRANSPORTS = {
  SMTP_URL: z.string().refine(isSmtpUrl).optional(),
  MAIL_FROM: z.string().max(300).regex(MAIL_FROM).optional(),
  SMS_PROVIDER: z.enum(['twilio', 'sns']).optional(),
  SMS_TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/)
    .optional(),
  SMS_TWILIO_AUTH_TOKEN: Token.optional(),
  SMS_TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{4,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/)
    .optional(),
  SMS_SNS_REGION: Region.optional(),
  SMS_SNS_ACCESS_KEY_ID: Token.optional(),
  SMS_SNS_SECRET_ACCESS_KEY: Token.optional(),
  SMS_ENDPOINT: HttpAddress.optional(),
  SMS_COUNTRIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((countries) => countries.every((country) => /^[A-Z]{2}$/.test(country)))
    .default(COUNTRIES),
  S3_ENDPOINT: HttpAddress.optional(),
  S3_REGION: Region.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_ACCESS_KEY_ID: Token.optional(),
  S3_SECRET_ACCESS_KEY: Token.optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).optional(),
};

type Values = { readonly [Name in keyof typeof TRANSPORTS]?: z.infer<(typeof TRANSPORTS)[Name]> };
/** The sender of trial mails. A server that checks senders refuses such a name. */
const TRIAL_SENDER = 'Sathi <no-reply@localhost>';

/** A variable that misses another, or null. Half a transport would look like a whole one until the first delivery. */
export function missingTransport(values: Values): keyof Values | null {
  const set = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== undefined);
  const needs = (isNeeded: boolean, ...names: (keyof Values)[]): keyof Values | undefined =>
    isNeeded ? names.find((name) => values[name] === undefined) : undefined;
  const isSmsSet = set.some((name) => name.startsWith('SMS_') && !OF_ALL_PROVIDERS.includes(name));
  const isS3Set = set.some((name) => name.startsWith('S3_'));
  return (
    needs(isSmsSet, 'SMS_PROVIDER') ??
    needs(values.SMS_PROVIDER === 'twilio', 'SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM') ??
    needs(values.SMS_PROVIDER === 'sns', 'SMS_SNS_ACCESS_KEY_ID', 'SMS_SNS_SECRET_ACCESS_KEY') ??
    needs(isS3Set, 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY') ??
    null
  );
}

export type TransportConfig = {
  readonly mail: MailSettings | null;
  readonly sms: SmsSettings | null;
  /** The countries that SMS may go to: two capital letters each. */
  readonly smsCountries: readonly string[];
  readonly storage: StorageSettings | null;
};

/** `values` have passed {@link missingTransport}, so variables that belong together are all set. */
export function readTransports(values: Values): TransportConfig {
  const { SMTP_URL, MAIL_FROM: from = TRIAL_SENDER, SMS_COUNTRIES = COUNTRIES, S3_BUCKET } = values;
  return {
    mail: SMTP_URL === undefined ? null : { url: SMTP_URL, from },
    sms: readSms(values),
    smsCountries: SMS_COUNTRIES,
    storage:
      S3_BUCKET === undefined
        ? null
        : {
            endpoint: values.S3_ENDPOINT ?? null,
            region: values.S3_REGION ?? 'us-east-1',
            bucket: S3_BUCKET,
            accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
            forcePathStyle: values.S3_FORCE_PATH_STYLE === 'true',
          },
  };
}

function readSms(values: Values): SmsSettings | null {
  const endpoint = values.SMS_ENDPOINT ?? null;
  if (values.SMS_PROVIDER === 'twilio') {
    return {
      provider: 'twilio',
      accountSid: values.SMS_TWILIO_ACCOUNT_SID ?? '',
      authToken: values.SMS_TWILIO_AUTH_TOKEN ?? '',
      from: values.SMS_TWILIO_FROM ?? '',
      endpoint,
    };
  }
  if (values.SMS_PROVIDER === 'sns') {
    return {
      provider: 'sns',
      region: values.SMS_SNS_REGION ?? 'us-east-1',
      accessKeyId: values.SMS_SNS_ACCESS_KEY_ID ?? '',
      secretAccessKey: values.SMS_SNS_SECRET_ACCESS_KEY ?? '',
      endpoint,
    };
  }
  return null;
}

/** Options in the address could turn off its protection, so only the one that is named is taken. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isBare = (pathname === '' || pathname === '/') && hash === '' && (search === '' || search === '?tls=optional');
  return /^smtps?:$/.test(protocol) && hostname !== '' && isBare;
}
