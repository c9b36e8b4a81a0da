import { findReceipt } from '@sathi/contract/repayments.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/db.ts';
import { found } from '../../errors/refusal-error.ts';
import { languageOf } from '../../http/language.ts';
import { mount } from '../../http/mount.ts';
import type { Outside } from '../../outside/outside.ts';
import { paymentReceiptOf } from './payment-answers.ts';
import { findPublicReceipt } from './public-receipt.repository.ts';
import { type PublicReceipt, RECEIPT_POLICY, publicReceiptPage } from './public-receipt-page.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': RECEIPT_POLICY,
} as const;

const PUBLIC_STATE = {
  pending: 'collected',
  collected: 'collected',
  approved: 'confirmed',
  booked: 'confirmed',
  rejected: 'rejected',
  reversed: 'reversed',
} as const;

/** The receipt of a repayment, for anybody who has its code: as an answer and as a page (R22.7). */
export function publicReceiptRoutes(app: FastifyInstance, { db }: Pick<Outside, 'db'>): void {
  mount(app, findReceipt, async ({ params }) => found(await receiptOfCode(db, params.code)));

  app.get<{ Params: { code: string } }>(
    '/r/:code',
    { config: { callName: findReceipt.name } },
    async (request, reply) => {
      const receipt = await receiptOfCode(db, request.params.code);
      const named = request.cookies['language'] ?? request.headers['accept-language'];
      return reply
        .code(receipt === null ? 404 : 200)
        .headers(HEADERS)
        .send(publicReceiptPage(receipt, languageOf(named)));
    },
  );
}

/** Letters may be typed small. A code with NUL, which no text in the database can hold, is that of none. */
async function receiptOfCode(db: Db, code: string): Promise<PublicReceipt | null> {
  if (code.includes('\0')) return null;
  const row = await findPublicReceipt(db, code.toUpperCase());
  if (row === undefined) return null;
  const { localMinor, localCurrency } = row;
  return {
    number: paymentReceiptOf(row, row.mfiName, code).number,
    amount: row.amountCents,
    local: localMinor === null || localCurrency === null ? null : { amount: localMinor, currency: localCurrency },
    paidOn: row.paidOn,
    mfi: row.mfiName,
    loanEnding: row.reference?.slice(-4) ?? '',
    state: PUBLIC_STATE[row.state],
  };
}
