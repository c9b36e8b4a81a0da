const KEY = 'invitation';

/** The token of the invitation link that led here, kept in this tab until a person signs in (R12.3). */
export function keptInvitation(): string | null {
  return sessionStorage.getItem(KEY);
}

export function keepInvitation(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
