import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SnsSettings, TwilioSettings } from '../config/transports.ts';
import { OutOfServiceError, SmsNotTakenError, UndeliverableError } from '../errors/delivery-errors.ts';
import { LEASE_SECONDS } from '../outbox/outbox.ts';
import type { Delivery } from './outside.ts';
import { snsError, snsGateway, startGateway, type TestGateway, twilioGateway } from '../test/sms-gateway.ts';
import { SMS_TIMEOUT_MS } from './sms-answers.ts';
import { createSnsSms } from './sms-sns.ts';
import { createTwilioSms } from './sms-twilio.ts';

const TWILIO: TwilioSettings = {
  provider: 'twilio',
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'twilio secret',
  from: '+12025550100',
  endpoint: null,
};
const SNS: SnsSettings = {
  provider: 'sns',
  region: 'ap-south-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'sns/secret+key',
  endpoint: null,
};
const SMS: Delivery = {
  channel: 'sms',
  to: '+8801700000001',
  subject: '',
  text: 'আপনার কোড 123456 & رمزك +1=2%',
  html: '',
  dedupeKey: 'code:1',
};
const failure = (promise: Promise<void>): Promise<Error> =>
  promise.then(
    () => new Error('it was sent'),
    (error: Error) => (error instanceof SmsNotTakenError ? error.error : error),
  );

let gateway: TestGateway;
afterEach(async () => gateway?.close());

describe.each([
  {
    name: 'Twilio',
    start: () => startGateway(twilioGateway(TWILIO.accountSid, TWILIO.authToken)),
    sender: (timeoutMs?: number) => createTwilioSms({ ...TWILIO, endpoint: gateway.url }, timeoutMs),
    withWrongSecret: () => createTwilioSms({ ...TWILIO, authToken: 'wrong', endpoint: gateway.url }),
    fields: { To: SMS.to, From: TWILIO.from, Body: SMS.text },
    invalidNumber: '{"code":21211,"message":"Invalid To +8801700000001","status":400}',
    wrongShapes: ['{}', '{"sid":"../../etc","status":"queued"}', '[]', 'null', '"SM"', '{"sid":7,"status":"queued"}'],
  },
  {
    name: 'Amazon SNS',
    start: () => startGateway(snsGateway(SNS.accessKeyId, SNS.secretAccessKey, SNS.region)),
    sender: (timeoutMs?: number) => createSnsSms({ ...SNS, endpoint: gateway.url }, timeoutMs),
    withWrongSecret: () => createSnsSms({ ...SNS, secretAccessKey: 'wrong', endpoint: gateway.url }),
    fields: {
      Action: 'Publish',
      PhoneNumber: SMS.to,
      Message: SMS.text,
      'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
      'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
    },
    invalidNumber: snsError('InvalidParameter'),
    wrongShapes: ['<PublishResponse></PublishResponse>', '<html>Please sign in to the network</html>', '{}'],
  },
])('$name', ({ start, sender, withWrongSecret, fields, invalidNumber, wrongShapes }) => {
  beforeEach(async () => {
    gateway = await start();
  });

  test('takes a signed message as it was written', async () => {
    await sender()(SMS);
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).toMatchObject(fields);
    expect(gateway.forged()).toBe(0);
  });

  test('a wrong secret makes all SMS wait, and none is taken', async () => {
    expect(await failure(withWrongSecret()(SMS))).toBeInstanceOf(OutOfServiceError);
    expect([gateway.requests.length, gateway.forged()]).toEqual([0, 1]);
  });

  test('a number that it refuses is given up, and not repeated in the stored error', async () => {
    gateway.mood = { status: 400, body: invalidNumber };
    const error = await failure(sender()(SMS));
    expect(error).toBeInstanceOf(UndeliverableError);
    expect(error.message).toMatch(/^sms (twilio|sns) 400 (21211|InvalidParameter)/);
    expect(error.message).not.toContain('88017');
  });

  test.each([429, 500, 502, 503, 401, 403, 404, 302])(
    'an answer of %i makes all SMS wait, after one request',
    async (status) => {
      gateway.mood = { status, body: 'oh no <>{' };
      const error = await sender()(SMS).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SmsNotTakenError);
      expect((error as SmsNotTakenError).error).toBeInstanceOf(OutOfServiceError);
      expect(gateway.requests).toHaveLength(1);
    },
  );

  test('a redirect is not followed: phone, text and credentials reach no other address', async () => {
    gateway = await start();
    const elsewhere: string[] = [];
    const other = http.createServer((request, response) => {
      elsewhere.push(`${request.method} ${request.headers.authorization}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const location = `http://localhost:${(other.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      gateway.mood = { status, body: '', location };
      expect((await failure(sender()(SMS))).message).not.toBe('it was sent');
    }
    other.close();
    expect(elsewhere).toEqual([]);
  });

  test('without an answer all SMS wait, and this one counts as taken', async () => {
    gateway.mood = 'hangs';
    expect(await sender(200)(SMS).catch((thrown: unknown) => thrown)).toBeInstanceOf(OutOfServiceError);
    await gateway.close();
    expect(await sender()(SMS).catch((thrown: unknown) => thrown)).toBeInstanceOf(OutOfServiceError);
  });

  test.each([...wrongShapes, 'garbage', '', '\u0000\u0001'])(
    'taken with an unreadable answer, it is not sent again: %j',
    async (body) => {
      gateway.mood = { status: 200, body };
      expect(await sender()(SMS).catch((thrown: unknown) => thrown)).toBeInstanceOf(UndeliverableError);
    },
  );
});

test('Twilio: an answer without end is cut off', async () => {
  gateway = await startGateway(twilioGateway(TWILIO.accountSid, TWILIO.authToken));
  gateway.mood = { status: 201, body: `{"sid":"SM${'0'.repeat(32)}","status":"queued","x":"${'x'.repeat(100_000)}"}` };
  const send = createTwilioSms({ ...TWILIO, endpoint: gateway.url });
  expect(await send(SMS).catch((thrown: unknown) => thrown)).toBeInstanceOf(UndeliverableError);
});

test('Twilio: a messaging service is named as one', async () => {
  gateway = await startGateway(twilioGateway(TWILIO.accountSid, TWILIO.authToken));
  const service = `MG${'a'.repeat(32)}`;
  await createTwilioSms({ ...TWILIO, from: service, endpoint: gateway.url })(SMS);
  expect(gateway.requests[0]).toMatchObject({ MessagingServiceSid: service });
  expect(gateway.requests[0]).not.toHaveProperty('From');
});

test('Amazon SNS: refused for sending too fast is no fault of the number', async () => {
  gateway = await startGateway(snsGateway(SNS.accessKeyId, SNS.secretAccessKey, SNS.region));
  gateway.mood = { status: 400, body: snsError('Throttling'), type: 'text/xml' };
  expect(await failure(createSnsSms({ ...SNS, endpoint: gateway.url })(SMS))).toBeInstanceOf(OutOfServiceError);
});

test('a send has ended before its lease has', () => {
  expect(SMS_TIMEOUT_MS + 10_000).toBeLessThan(LEASE_SECONDS * 1000);
});
