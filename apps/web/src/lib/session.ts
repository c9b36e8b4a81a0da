import { useSyncExternalStore } from 'react';

/**
 * The fields of the person signed in that the device remembers. No phone, e-mail or bio: a lost phone must not tell
 * them.
 */
export type SessionUser = {
  id: string;
  firstName: string;
  lastName: string;
  userMfis: { mfiId: string; mfiName: string }[];
  /** Missing in what an earlier version remembered. */
  managerOf?: string[];
  profileImage: string | null;
  language: string | null;
  publicAddress: string | null;
  username?: string;
};

/** The MFI last seen, enough to draw the top bar and the footer before the network answers. */
export type RememberedMfi = {
  id: string;
  name: string;
  logo: string | null;
  website: string | null;
  phone: string | null;
  email: string | null;
};

export type Session = { user: SessionUser | null; isStaff: boolean };

const USER = 'user';
const MFI = 'mfiData';
const ACCESS_TOKEN = 'sathi.auth.accessToken';
/** Set while the server has not answered the last sign-out; says nothing of its person. */
const UNHEARD = 'sign-out-unheard';
/** The hash of the PIN, where the person chose one, and when the page was left. */
export const PIN = 'pin';
export const PIN_AWAY = 'pin-away';

const NOBODY: Session = { user: null, isStaff: false };

let current: Session | null = null;
const YEAR_SECONDS = 31_536_000;
const listeners = new Set<() => void>();

export function accessToken(): string | null {
  return localStorage.getItem(ACCESS_TOKEN);
}

export function replaceAccessToken(token: string): void {
  localStorage.setItem(ACCESS_TOKEN, token);
}

/** Call with the answer of sign-in; fields that are not to be remembered may be in it. */
export function startSession(token: string, user: SessionUser): void {
  replaceAccessToken(token);
  rememberUser(user);
}

export function rememberUser(user: SessionUser): void {
  localStorage.setItem(USER, JSON.stringify(rememberedFields(user)));
  announce();
}

/** Forgets the person and their MFI. The language stays: it belongs to the device. */
export function endSession(): void {
  for (const key of [USER, MFI, ACCESS_TOKEN, PIN, PIN_AWAY]) localStorage.removeItem(key);
  announce();
}

/** Keeps a note from the press of the button until the server has ended the sessions, or lets a person in here. */
export function noteSignOut(isUnheard: boolean): void {
  if (isUnheard) localStorage.setItem(UNHEARD, 'yes');
  else localStorage.removeItem(UNHEARD);
}

export function isSignOutUnheard(): boolean {
  return localStorage.getItem(UNHEARD) !== null;
}

export function rememberMfi(mfi: RememberedMfi): void {
  const { id, name, logo, website, phone, email } = mfi;
  localStorage.setItem(MFI, JSON.stringify({ id, name, logo, website, phone, email }));
}

export function rememberedMfi(): RememberedMfi | null {
  return parsed(MFI, isRememberedMfi);
}

/** Whether this device asks for a PIN after a while. */
export function hasPin(): boolean {
  return localStorage.getItem(PIN) !== null;
}

/** The session of this device now. */
export function readSession(): Session {
  return (current ??= sessionFromStorage());
}

/**
 * Marks the page while a person is signed in, so that the navigation has its room, and sets a cookie that the server
 * reads for the first picture of the next page. The cookie does not say who the person is.
 */
export function markSession(): void {
  const isSignedIn = readSession().user !== null;
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
  document.cookie = `signed-in=1; path=/; max-age=${isSignedIn ? YEAR_SECONDS : 0}; samesite=lax`;
}

/** The server, and the first render after it, see a visitor: the person appears right after hydration. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => NOBODY);
}

function sessionFromStorage(): Session {
  const user = accessToken() === null ? null : parsed(USER, isSessionUser);
  return { user, isStaff: (user?.userMfis.length ?? 0) > 0 };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('storage', announce);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', announce);
  };
}

/** Drops the session as it was read and tells the listeners; runs also when another tab signs in or out. */
function announce(): void {
  current = null;
  for (const listener of listeners) listener();
}

function rememberedFields(user: SessionUser): SessionUser {
  const { id, firstName, lastName, userMfis, managerOf = [], profileImage, language, publicAddress, username } = user;
  const fields = { id, firstName, lastName, userMfis, managerOf, profileImage, language, publicAddress };
  return username === undefined ? fields : { ...fields, username };
}

/** Storage is input: any user of the device, or an older version of this code, may have written it. */
function parsed<Value>(key: string, isValue: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValue(value) ? value : null;
  } catch {
    return null;
  }
}

function isSessionUser(value: unknown): value is SessionUser {
  const user = value as Partial<SessionUser> | null;
  return typeof user?.id === 'string' && typeof user.firstName === 'string' && Array.isArray(user.userMfis);
}

function isRememberedMfi(value: unknown): value is RememberedMfi {
  const mfi = value as Partial<RememberedMfi> | null;
  return typeof mfi?.id === 'string' && typeof mfi.name === 'string';
}
