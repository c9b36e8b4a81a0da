import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore, Outside, Deliver } from './outside.ts';
import { recordBounces } from './bounces.ts';
import { createDevInbox } from './dev-inbox.ts';
import { createDiskFiles } from './files-disk.ts';
import { createS3Files } from './files-s3.ts';
import { createSmtpMail } from './mail-smtp.ts';
import { createSnsSms } from './sms-sns.ts';
import { createTwilioSms } from './sms-twilio.ts';

export type Transports = {
  readonly deliver: Deliver;
  readonly hasDevInbox: boolean;
  readonly close: () => void;
};

/** A configured transport sends; without one the deliveries stay in the database. Each transport by itself. */
export function createTransports(
  outside: Pick<Outside, 'db' | 'now' | 'realNow' | 'secret' | 'config' | 'log'>,
): Transports {
  const { config, log } = outside;
  const keep = createDevInbox(outside);
  const mail = config.mail && createSmtpMail(config.mail, { suppress: recordBounces(outside) });
  const sendEmail = mail?.send ?? keep;
  const sendSms = config.sms === null ? keep : smsProvider(config.sms);
  const kept = [...(config.mail ? [] : ['e-mails']), ...(config.sms ? [] : ['SMS'])];
  if (config.environment === 'production' && kept.length > 0) {
    log.warn({ kept }, 'mails and SMS without a transport are kept in the database, where nobody reads them');
  }
  return {
    deliver: (delivery) => (delivery.channel === 'sms' ? sendSms(delivery) : sendEmail(delivery)),
    hasDevInbox: config.environment !== 'production' && config.mail === null && config.sms === null,
    close: () => mail?.close(),
  };
}

function smsProvider(settings: NonNullable<Config['sms']>): Deliver {
  return settings.provider === 'twilio' ? createTwilioSms(settings) : createSnsSms(settings);
}

/** Pictures in the storage that is configured, else in a folder of `DATA_DIR`. */
export function createFiles({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): FileStore {
  return storage === null ? createDiskFiles(path.join(dataDir, 'files')) : createS3Files(storage);
}
