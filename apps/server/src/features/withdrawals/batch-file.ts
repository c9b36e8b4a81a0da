import type { PayoutBatchId } from '@sathi/domain/ids.ts';
import { type Currency, type Minor, writeLocal } from '@sathi/domain/local-money.ts';
import { IBAN } from '@sathi/domain/destinations.ts';
import type { Reference } from '@sathi/domain/references.ts';
import type { WithdrawalMethod } from '@sathi/domain/withdrawals.ts';
import { csvOf } from '../../http/csv.ts';
import type { Destination } from './destinations.ts';

export type Payment = Destination & {
  readonly reference: Reference;
  readonly method: WithdrawalMethod;
  readonly paidMinor: Minor;
};
export type PaymentFile = {
  readonly id: number;
  readonly currency: Currency;
  /** The day on which the bank is asked to pay, and the instant at which the file is made. */
  readonly day: string;
  readonly at: Date;
  readonly payer: { readonly holder: string; readonly number: string; readonly bankName: string; readonly bic: string };
  readonly payments: readonly Payment[];
};

/** The name of the file of a batch, without its ending, under which the officer finds it again. */
export function batchFileName(id: PayoutBatchId): string {
  return `batch-${id}`;
}

/** The columns are those of the contract; amounts are texts, so that no program drops a zero (R25.3). */
export function csvFile({ currency, payments }: PaymentFile): string {
  return csvOf<Payment>(
    [
      { header: 'reference', value: ({ reference }) => reference },
      { header: 'amount', value: ({ paidMinor }) => writeLocal(paidMinor) },
      { header: 'currency', value: () => currency },
      { header: 'method', value: ({ method }) => method },
      { header: 'accountName', value: ({ accountName }) => accountName },
      { header: 'accountNumber', value: ({ accountNumber }) => accountNumber },
      { header: 'bankName', value: ({ bankName }) => bankName },
      { header: 'branch', value: ({ branch }) => branch },
    ],
    payments,
  );
}

/** A customer credit transfer of ISO 20022, pain.001.001.09. */
export function painFile({ id, currency, day, at, payer, payments }: PaymentFile): string {
  const total = payments.reduce((sum, { paidMinor }) => sum + paidMinor, 0) as Minor;
  const sums = element('NbOfTxs', String(payments.length)) + element('CtrlSum', writeLocal(total));
  const head = parent(
    'GrpHdr',
    element('MsgId', `SATHI-${id}`),
    element('CreDtTm', at.toISOString().slice(0, 19)),
    sums,
    parent('InitgPty', element('Nm', cut(payer.holder, 140))),
  );
  const batch = parent(
    'PmtInf',
    element('PmtInfId', `BATCH-${id}`),
    element('PmtMtd', 'TRF'),
    sums,
    parent('ReqdExctnDt', element('Dt', day)),
    parent('Dbtr', element('Nm', cut(payer.holder, 140))),
    parent('DbtrAcct', idOf(payer.number), element('Ccy', currency)),
    parent('DbtrAgt', agent(payer)),
    ...payments.map((payment) => transfer(payment, currency)),
  );
  const body = parent('CstmrCdtTrfInitn', head, batch);
  const space = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${space}">${body}</Document>\n`;
}

function transfer({ reference, paidMinor, bankName, accountName, accountNumber, branch }: Payment, currency: Currency) {
  const place = [bankName, branch].filter((part) => part !== null && part !== '').join(', ');
  return parent(
    'CdtTrfTxInf',
    parent('PmtId', element('EndToEndId', reference)),
    parent('Amt', `<InstdAmt Ccy="${currency}">${writeLocal(paidMinor)}</InstdAmt>`),
    place === '' ? '' : parent('CdtrAgt', parent('FinInstnId', element('Nm', cut(place, 140)))),
    parent('Cdtr', element('Nm', cut(accountName, 140))),
    parent('CdtrAcct', idOf(accountNumber)),
    parent('RmtInf', element('Ustrd', reference)),
  );
}

function agent({ bic, bankName }: PaymentFile['payer']): string {
  if (bic !== '') return parent('FinInstnId', element('BICFI', bic));
  if (bankName !== '') return parent('FinInstnId', element('Nm', cut(bankName, 140)));
  return parent('FinInstnId', parent('Othr', element('Id', 'NOTPROVIDED')));
}

function idOf(number: string): string {
  const compact = number.replaceAll(' ', '');
  const id = IBAN.test(compact) ? element('IBAN', compact) : parent('Othr', element('Id', cut(number, 34)));
  return parent('Id', id);
}

function parent(name: string, ...children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An element with this text, in which characters that XML does not know become spaces. */
function element(name: string, text: string): string {
  const known = text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ');
  return `<${name}>${known.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')}</${name}>`;
}

function cut(text: string, lengthMax: number): string {
  return [...text].slice(0, lengthMax).join('');
}
