const SECRETS_MAX = 20;
const SECRET_LENGTH_MIN = 32;

/** The form of a ring of secrets in one variable: newest first, separated by commas. */
export function splitSecrets(text: string): string[] {
  return text.split(',').map((secret) => secret.trim());
}

export function areSecrets(secrets: readonly string[]): boolean {
  const isLong = secrets.every((secret) => secret.length >= SECRET_LENGTH_MIN);
  return secrets.length <= SECRETS_MAX && isLong && new Set(secrets).size === secrets.length;
}
