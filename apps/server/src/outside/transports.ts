import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore, Outside, Deliver } from './outside.ts';
import { recordBounces } from './bounces.ts';
import { createDevInbox } from './dev-inbox.ts';
import { createDiskFiles } from './files-disk.ts';

export type Transports = {
  readonly deliver: Deliver;
  readonly hasDevInbox: boolean;
  readonly close: () => void;
};

/**
 * A configured transport sends; without one the deliveries stay in the database. Each transport by itself, and loaded where it is
 * configured: the libraries of all of them take as much memory as the product.
 */
export async function createTransports(
  outside: Pick<Outside, 'db' | 'now' | 'realNow' | 'secret' | 'config' | 'log'>,
): Promise<Transports> {
  const { config, log } = outside;
  const keep = createDevInbox(outside);
  const mail = config.mail && (await smtpMail(config.mail, outside));
  const sendEmail = mail?.send ?? keep;
  const sendSms = config.sms === null ? keep : await smsProvider(config.sms);
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

async function smtpMail(settings: NonNullable<Config['mail']>, outside: Parameters<typeof recordBounces>[0]) {
  const { createSmtpMail } = await import('./mail-smtp.ts');
  return createSmtpMail(settings, { suppress: recordBounces(outside) });
}

async function smsProvider(settings: NonNullable<Config['sms']>): Promise<Deliver> {
  if (settings.provider === 'twilio') return (await import('./sms-twilio.ts')).createTwilioSms(settings);
  return (await import('./sms-sns.ts')).createSnsSms(settings);
}

/** Pictures in the storage that is configured, else in a folder of `DATA_DIR`. */
export async function createFiles({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Promise<FileStore> {
  if (storage === null) return createDiskFiles(path.join(dataDir, 'files'));
  const { createS3Files } = await import('./files-s3.ts');
  return createS3Files(storage);
}
