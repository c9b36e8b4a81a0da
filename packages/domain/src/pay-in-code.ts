import { type Currency, type Minor, writeLocal } from './local-money.ts';
import { formatReference, type Reference } from './references.ts';

/** The account as far as a code names it; what is empty is not known. */
type Payee = {
  readonly holder: string;
  readonly number: string;
  readonly upiId: string;
  readonly qrText: string;
  readonly currency: Currency;
};
/** `amount` is in the account's currency. */
type Asked = { readonly reference: Reference; readonly amount: Minor };

/**
 * The text behind the square that a payer's phone reads (R19.7): a link of India's unified payments, the account's own merchant code
 * with sum and reference, or else both as text for people.
 */
export function payInCode({ holder, number, upiId, qrText, currency }: Payee, { reference, amount }: Asked): string {
  const sum = writeLocal(amount);
  if (upiId !== '' && currency === 'INR') {
    const fields = { pa: upiId, pn: holder, tr: reference, am: sum, cu: currency };
    const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    // Payment apps want the @ of the address as it is.
    return `upi://pay?${query.join('&')}`.replace('%40', '@');
  }
  return (
    merchantCodeFor(qrText, { reference, amount }) ?? `${formatReference(reference)}\n${sum} ${currency}\n${number}`
  );
}

/** The parts of an EMVCo merchant code: two digits of what, two of how long, and the value. */
type Part = readonly [id: string, value: string];

const AMOUNT = '54';
const MORE = '62';
const REFERENCE_LABEL = '05';
const CRC = '63';

export function isMerchantCode(text: string): boolean {
  return partsOfCode(text) !== null;
}

/** The code with the sum and the reference of one payer; null for a text that is no merchant code. */
export function merchantCodeFor(text: string, { reference, amount }: Asked): string | null {
  const parts = partsOfCode(text);
  const more = parts && partsOf(parts.find(([id]) => id === MORE)?.[1] ?? '');
  if (!parts || !more) return null;
  const told = written(withPart(more, [REFERENCE_LABEL, reference]));
  if (told.length > 99) return null;
  const asked = withPart(withPart(parts, [AMOUNT, writeLocal(amount)]), [MORE, told]);
  const body = `${written(asked)}${CRC}04`;
  return body + crc16(body);
}

/** The parts before the check, which is right; null for anything else. */
function partsOfCode(text: string): Part[] | null {
  const body = text.slice(0, -4);
  if (!body.startsWith('000201') || !body.endsWith(`${CRC}04`) || crc16(body) !== text.slice(-4).toUpperCase()) {
    return null;
  }
  const parts = partsOf(body.slice(0, -4));
  const ids = parts?.map(([id]) => id) ?? [];
  return new Set(ids).size === ids.length && !ids.includes(CRC) ? parts : null;
}

function partsOf(text: string): Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4));
    const length = Number(head?.[2]);
    const value = text.slice(at + 4, at + 4 + length);
    if (!head?.[1] || length === 0 || value.length !== length) return null;
    parts.push([head[1], value]);
    at += 4 + length;
  }
  return parts;
}

/** The parts with this one in the place of the part that has its number, else in the order of the numbers. */
function withPart(parts: readonly Part[], part: Part): Part[] {
  const others = parts.filter(([id]) => id !== part[0]);
  const before = others.filter(([id]) => id < part[0]);
  return [...before, part, ...others.filter(([id]) => id > part[0])];
}

function written(parts: readonly Part[]): string {
  return parts.map(([id, value]) => `${id}${String(value.length).padStart(2, '0')}${value}`).join('');
}

/** CRC-16/CCITT-FALSE of the bytes in UTF-8: polynomial 1021, begun with FFFF; four digits in capitals. */
function crc16(text: string): string {
  let rest = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    rest ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x8000 ? (rest << 1) ^ 0x1021 : rest << 1) & 0xffff;
  }
  return rest.toString(16).toUpperCase().padStart(4, '0');
}
