/** The text of a sheet that was kept as CSV in UTF-8 or, as some spreadsheets call it, as Unicode text; null for any other. */
export async function readSheet(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
