import path from 'node:path';
import type { Config } from '../config.ts';
import type { FileStore, Outside, SendMessage } from '../outside.ts';
import { recordBounces } from './bounces.ts';
import { createDevInbox } from './dev-inbox.ts';
import { createDiskFiles } from './files-disk.ts';
import { createS3Files } from './files-s3.ts';
import { createSmtpMail } from './mail-smtp.ts';
import { guardSms } from './sms-budget.ts';
import { createSnsSms } from './sms-sns.ts';
import { createTwilioSms } from './sms-twilio.ts';

export type Transports = {
  readonly sendMessage: SendMessage;
  readonly hasDevInbox: boolean;
  readonly close: () => void;
};

/** What is configured leaves; what is not stays in the database, each way for itself. */
export function createTransports(outside: Pick<Outside, 'db' | 'now' | 'secret' | 'config' | 'log'>): Transports {
  const { config, log } = outside;
  const keep = createDevInbox(outside);
  const mail = config.mail && createSmtpMail(config.mail, { suppress: recordBounces(outside) });
  const sendEmail = mail?.send ?? keep;
  const sendSms = config.sms === null ? keep : guardSms(smsProvider(config.sms), outside);
  const kept = [...(config.mail ? [] : ['e-mails']), ...(config.sms ? [] : ['SMS'])];
  if (config.environment === 'production' && kept.length > 0) {
    log.warn({ kept }, 'messages without a transport are kept in the database, where nobody reads them');
  }
  return {
    sendMessage: (message) => (message.channel === 'sms' ? sendSms(message) : sendEmail(message)),
    hasDevInbox: config.environment !== 'production' && config.mail === null && config.sms === null,
    close: () => mail?.close(),
  };
}

function smsProvider(settings: NonNullable<Config['sms']>): SendMessage {
  return settings.provider === 'twilio' ? createTwilioSms(settings) : createSnsSms(settings);
}

/** Pictures in the storage that is configured, else in a folder of `DATA_DIR`. */
export function createFiles({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): FileStore {
  return storage === null ? createDiskFiles(path.join(dataDir, 'files')) : createS3Files(storage);
}
