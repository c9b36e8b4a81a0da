import { CSV_ENCODINGS } from '@sathi/domain/statement-files.ts';

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** Encodings of one byte for a letter, each with letters by which an officer tells it. */
export const ONE_BYTE: readonly { readonly encoding: CsvEncoding; readonly label: string }[] = [
  { encoding: 'windows-1252', label: 'Windows-1252 (é ã ç)' },
  { encoding: 'iso-8859-15', label: 'ISO 8859-15 (é ã €)' },
  { encoding: 'windows-1250', label: 'Windows-1250 (ł č ő)' },
  { encoding: 'windows-1256', label: 'Windows-1256 (ع ش ك)' },
  { encoding: 'iso-8859-6', label: 'ISO 8859-6 (ع ش ك)' },
];

/** A text whose bytes were read in one encoding of one byte for a letter, as they read in another. */
export function readAnew(text: string, from: CsvEncoding, to: CsvEncoding): string {
  const [letters, others] = [lettersOf(from), lettersOf(to)];
  return [...text].map((letter) => others[letters.indexOf(letter)] ?? letter).join('');
}

/** The letter of each byte; one that is missing where the encoding has none. */
function lettersOf(encoding: CsvEncoding): string {
  return new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
}
