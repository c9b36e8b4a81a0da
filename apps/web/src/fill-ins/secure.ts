/** Gives pages that came without TLS over a network what browsers keep from them and nothing forbids: random ids and copying. */
export function fillInSecure(): void {
  if (!('randomUUID' in crypto)) define(crypto, 'randomUUID', randomUuid);
  if (!('clipboard' in navigator)) define(navigator, 'clipboard', { writeText: copy });
}

function define(of: object, name: string, value: unknown): void {
  Object.defineProperty(of, name, { configurable: true, value });
}

/** Version 4. Safari before 15.4 has none either. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The older way: what is selected in a field. Rejects where the browser refuses. */
export async function copy(text: string): Promise<void> {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  const opener = document.activeElement;
  // Outside of an open dialog a field cannot be selected.
  (opener?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (opener instanceof HTMLElement) opener.focus();
  if (!isCopied) throw new Error('the browser refused to copy');
}
