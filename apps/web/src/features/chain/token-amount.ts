import { formatTokens, parseTokens } from '@sathi/domain/chain-operations.ts';
import { trimmedDecimal } from '../../lib/amount.ts';
import type { Format } from '../../lib/format.ts';
import type { StaffText } from '../../lib/text.tsx';

/** Tokens as a person typed them, in any digits, in base units; null when it is no amount. */
export function readTokens(typed: string): bigint | null {
  return parseTokens(trimmedDecimal(typed));
}

/** Base units as a token field holds them: `1500000` is `1.5`. */
export function typedTokens(units: bigint): string {
  return formatTokens(units);
}

/** Base units with the name of their token, exact to the last, in the reader's digits: `1,200.000001 aUSDC`. */
export function tokenAmount(units: bigint, token: string, { t, format }: StaffText): string {
  return t('chain.amount.units', { amount: localTokens(units, format), token });
}

/** Base units as a decimal number in the digits of a language. Never a float: the whole part is a bigint, the rest digits. */
export function localTokens(units: bigint, format: Format): string {
  return localDecimal(formatTokens(units), format);
}

/** Motes, a thousand million to a CSPR, as CSPR. */
export function localCspr(motes: string, format: Format): string {
  const digits = motes.padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return localDecimal(fraction === '' ? digits.slice(0, -9) : `${digits.slice(0, -9)}.${fraction}`, format);
}

function localDecimal(decimal: string, format: Format): string {
  const [whole = '0', fraction] = decimal.split('.');
  const number = new Intl.NumberFormat(format.tag);
  const wholeText = number.format(BigInt(whole));
  if (fraction === undefined) return wholeText;
  const separator = number.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return wholeText + separator + [...fraction].map((digit) => number.format(Number(digit))).join('');
}
