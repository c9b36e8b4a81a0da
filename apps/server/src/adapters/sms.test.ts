import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SnsSettings, TwilioSettings } from '../config-transports.ts';
import { OutOfServiceError, UndeliverableError } from '../delivery-errors.ts';
import { LEASE_SECONDS } from '../jobs/outbox.ts';
import type { OutgoingMessage, SendMessage } from '../outside.ts';
import { snsError, snsGateway, startGateway, type TestGateway, twilioGateway } from '../test/sms-gateway.ts';
import { useWorld } from '../test/world.ts';
import { SMS_TIMEOUT_MS } from './sms-answers.ts';
import { guardSms, SMS_BUDGET, SmsNotTakenError } from './sms-budget.ts';
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
const SMS: OutgoingMessage = {
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

  test('with a wrong secret everything waits, and nothing is taken', async () => {
    expect(await failure(withWrongSecret()(SMS))).toBeInstanceOf(OutOfServiceError);
    expect([gateway.requests.length, gateway.forged()]).toEqual([0, 1]);
  });

  test('a number that it refuses is given up, and not repeated in what is kept', async () => {
    gateway.mood = { status: 400, body: invalidNumber };
    const error = await failure(sender()(SMS));
    expect(error).toBeInstanceOf(UndeliverableError);
    expect(error.message).toMatch(/^sms (twilio|sns) 400 (21211|InvalidParameter)/);
    expect(error.message).not.toContain('88017');
  });

  test.each([429, 500, 502, 503, 401, 403, 404, 302])(
    'everything waits after an answer of %i, asked once',
    async (status) => {
      gateway.mood = { status, body: 'oh no <>{' };
      const error = await sender()(SMS).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SmsNotTakenError);
      expect((error as SmsNotTakenError).error).toBeInstanceOf(OutOfServiceError);
      expect(gateway.requests).toHaveLength(1);
    },
  );

  test('no answer: everything waits, and it counts as taken', async () => {
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

describe('the budget (security 1.7)', () => {
  const world = useWorld();
  const sent: string[] = [];
  let fails: Error | null = null;
  const provider: SendMessage = async ({ to }) => {
    if (fails) throw fails;
    sent.push(to);
  };
  const alarms = () => world.logLines.filter((line) => line.includes('sms_budget')).length;
  const number = (index: number) => `+88017${String(10_000_000 + index)}`;
  const hours = (count: number) => (world.now = new Date(world.now.getTime() + count * 3_600_000));

  beforeEach(() => {
    sent.length = 0;
    fails = null;
    hours(48);
  });

  test('five a day to one number; the next day five again', async () => {
    const send = guardSms(provider, world.outside);
    for (let tries = 0; tries < SMS_BUDGET.numberADay; tries += 1) await send(SMS);
    expect(await failure(send(SMS))).toBeInstanceOf(UndeliverableError);
    hours(24);
    await send(SMS);
    expect(sent).toHaveLength(6);
  });

  test('what the provider did not take is not counted, what it may have taken is', async () => {
    const send = guardSms(provider, world.outside);
    fails = new SmsNotTakenError(new OutOfServiceError('503'));
    for (let tries = 0; tries < 20; tries += 1) expect(await failure(send(SMS))).toBeInstanceOf(OutOfServiceError);
    fails = new OutOfServiceError('no answer');
    for (let tries = 0; tries < SMS_BUDGET.numberADay; tries += 1) await failure(send(SMS));
    fails = null;
    expect(await failure(send(SMS))).toBeInstanceOf(UndeliverableError);
  });

  test('200 an hour and 1,000 a day by all processes together; then everything waits, and one alarm is logged', async () => {
    const processes = [guardSms(provider, world.outside), guardSms(provider, world.outside)] as const;
    world.now = new Date(Math.ceil(world.now.getTime() / 86_400_000) * 86_400_000);
    let index = 0;
    for (let hour = 0; hour < 6; hour += 1) {
      const before = alarms();
      const results = [];
      for (let tries = 0; tries < 203; tries += 1) {
        index += 1;
        results.push(await failure(processes[index % 2 === 0 ? 0 : 1]({ ...SMS, to: number(index) })));
      }
      const waiting = results.filter((error) => error instanceof OutOfServiceError).length;
      expect(waiting).toBe(hour < 5 ? 3 : 203);
      // Each process says it once.
      expect(alarms() - before).toBe(2);
      hours(1);
    }
    expect(sent).toHaveLength(1000);
  });

  test.each([
    ['a country that is not served', '+14165550123'],
    ['a country beside ours with the same code', '+18765551234'],
    ['a premium number', '+19005551234'],
    ['a number that is nobody’s', '+670999'],
    ['a landline', '+912255010103'],
    ['no number', 'amina@example.org'],
  ])('nothing is sent to %s', async (_, to) => {
    const send = guardSms(provider, world.outside);
    expect(await failure(send({ ...SMS, to }))).toBeInstanceOf(UndeliverableError);
    expect(sent).toEqual([]);
  });

  test('the countries of the MFIs and the United States are served, or those that are configured', async () => {
    const send = guardSms(provider, world.outside);
    for (const to of ['+8801700000001', '+919876543210', '+67077212345', '+12025550110']) await send({ ...SMS, to });
    expect(sent).toHaveLength(4);
    const config = { ...world.outside.config, smsCountries: ['NP'] };
    const elsewhere = guardSms(provider, { ...world.outside, config });
    expect(await failure(elsewhere(SMS))).toBeInstanceOf(UndeliverableError);
    await elsewhere({ ...SMS, to: '+9779841234567' });
  });

  test('the counters tell no number', async () => {
    await guardSms(provider, world.outside)(SMS);
    const keys = (await world.db.selectFrom('rateCounters').select('key').execute()).map(({ key }) => key);
    expect(keys.every((key) => /^sms:[\w-]{43}$/.test(key))).toBe(true);
  });
});
