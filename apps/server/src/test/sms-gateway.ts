import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `status` and `body` are answered to a request that is in order; `hangs` takes it and says nothing; a slow one takes it, and
 * says so `afterMs` later, and each so-manieth time never.
 */
export type GatewayMood =
  | { readonly status: number; readonly body: string; readonly type?: string; readonly location?: string }
  | { readonly afterMs: number; readonly neverEach: number }
  | 'takes'
  | 'hangs';

export type TestGateway = {
  readonly url: string;
  /** The requests taken or left hanging, as decoded form fields. */
  readonly requests: Readonly<Record<string, string>>[];
  /** Those among them that were answered. */
  readonly answered: Readonly<Record<string, string>>[];
  /** Requests whose signature was not the account's. */
  readonly forged: () => number;
  mood: GatewayMood;
  readonly close: () => Promise<void>;
};

type Checked = { readonly request: IncomingMessage; readonly body: Buffer };
type Provider = {
  readonly isSigned: (checked: Checked) => boolean;
  readonly forbidden: { readonly status: number; readonly body: string; readonly type: string };
  readonly taken: () => { readonly status: number; readonly body: string; readonly type: string };
};

/** Stands in for Twilio: the path, the sign-in and the fields are held against its documentation. */
export function twilioGateway(accountSid: string, authToken: string): Provider {
  return {
    isSigned: ({ request }) =>
      request.method === 'POST' &&
      request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json` &&
      same(request.headers.authorization ?? '', `Basic ${btoa(`${accountSid}:${authToken}`)}`),
    forbidden: { status: 401, type: 'application/json', body: '{"code":20003,"message":"Authenticate","status":401}' },
    taken: () => ({
      status: 201,
      type: 'application/json',
      body: JSON.stringify({ sid: `SM${randomUUID().replaceAll('-', '')}`, status: 'queued', error_code: null }),
    }),
  };
}

/**
 * Stands in for Amazon SNS: the signature is worked out anew from the request as it arrived (AWS Signature Version 4).
 */
export function snsGateway(accessKeyId: string, secretAccessKey: string, region: string): Provider {
  return {
    isSigned: (checked) => isSignedBySigV4(checked, { accessKeyId, secretAccessKey, region }),
    forbidden: { status: 403, type: 'text/xml', body: snsError('SignatureDoesNotMatch') },
    taken: () => ({
      status: 200,
      type: 'text/xml',
      body:
        '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>' +
        `<MessageId>${randomUUID()}</MessageId></PublishResult></PublishResponse>`,
    }),
  };
}

export function snsError(code: string): string {
  return (
    '<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type>' +
    `<Code>${code}</Code><Message>about +8801700000001</Message></Error></ErrorResponse>`
  );
}

export async function startGateway(provider: Provider): Promise<TestGateway> {
  let forged = 0;
  const answer = (
    response: ServerResponse,
    what: { status: number; body: string; type?: string | undefined; location?: string | undefined },
  ): void => {
    const headers = {
      'content-type': what.type ?? 'application/json',
      ...(what.location && { location: what.location }),
    };
    response.writeHead(what.status, headers).end(what.body);
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (!provider.isSigned({ request, body })) {
        forged += 1;
        return answer(response, provider.forbidden);
      }
      const fields = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
      const { mood } = gateway;
      const say = (what: Parameters<typeof answer>[1]): void => {
        gateway.answered.push(fields);
        answer(response, what);
      };
      gateway.requests.push(fields);
      if (mood === 'takes') say(provider.taken());
      else if (mood === 'hangs') return;
      else if ('status' in mood) say(mood);
      else if (gateway.requests.length % mood.neverEach !== 0) setTimeout(() => say(provider.taken()), mood.afterMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway: TestGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answered: [],
    forged: () => forged,
    mood: 'takes',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}

type Key = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly region: string };
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/sns\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

function isSignedBySigV4({ request, body }: Checked, { accessKeyId, secretAccessKey, region }: Key): boolean {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? '');
  const time = String(request.headers['x-amz-date']);
  if (!match || match[1] !== accessKeyId || match[3] !== region || !time.startsWith(match[2] ?? '-')) return false;
  const [, , day = '', , names = '', signature = ''] = match;
  if (!['host', 'x-amz-date'].every((name) => names.split(';').includes(name))) return false;
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, request.url, '', headers.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/sns/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, 'sns', 'aws4_request'].reduce<Buffer | string>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return same(signature, createHmac('sha256', key).update(toSign).digest('hex'));
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
