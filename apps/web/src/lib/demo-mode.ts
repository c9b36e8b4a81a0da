const FLAG = 'demo-mode';
const SWITCHED = 'demo-mode-switched';

/** What a button does, for the help that explains it instead of doing it. */
export type DemoAction =
  | 'addProposal'
  | 'saveDraft'
  | 'publish'
  | 'unpublish'
  | 'edit'
  | 'delete'
  | 'back'
  | 'ignore'
  | 'unignore'
  | 'invite'
  | 'share'
  | 'message'
  | 'seeBackers'
  | 'thank'
  | 'postUpdate'
  | 'withdraw'
  | 'moveWithdrawal'
  | 'repay'
  | 'approve'
  | 'release'
  | 'return'
  | 'decidePayment'
  | 'assign'
  | 'campaignAdd'
  | 'campaignEdit'
  | 'campaignArchive'
  | 'campaignMail'
  | 'profile'
  | 'preferences'
  | 'branding'
  | 'download'
  | 'print'
  | 'chain'
  | 'picture'
  | 'readAll'
  | 'report'
  | 'block'
  | 'unblock'
  | 'unsubscribe'
  | 'confirmEmail'
  | 'waitingWords'
  | 'register'
  | 'verify'
  | 'sendCode'
  | 'newPassword'
  | 'signIn'
  | 'signOut';

/** Marks a button: `<Button {...demo('back')}>`. In demo mode pressing it shows what it would do. */
export function demo(action: DemoAction): { readonly 'data-demo': DemoAction } {
  return { 'data-demo': action };
}

/** Only this browser knows: the flag never reaches the server (specification section 1). */
export function isDemoMode(): boolean {
  return localStorage.getItem(FLAG) === 'on';
}

/** In the help mode nothing acts before the guide, which comes a moment later, stands in front of it and says so. */
export function holdUntilGuided(): void {
  if (!isDemoMode()) return;
  const { dataset } = document.documentElement;
  const hold = (event: Event) => {
    if (dataset['demoMode'] === 'on' || !(event.target as Element).closest('[data-demo]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', hold, true);
}

/** The page is loaded anew, so that nothing half begun is left. */
export function switchDemoMode(): void {
  if (isDemoMode()) localStorage.removeItem(FLAG);
  else localStorage.setItem(FLAG, 'on');
  sessionStorage.setItem(SWITCHED, '1');
  location.reload();
}

/** Once after each switch: whether it has just been switched. */
export function takeDemoSwitch(): boolean {
  const wasSwitched = sessionStorage.getItem(SWITCHED) !== null;
  sessionStorage.removeItem(SWITCHED);
  return wasSwitched;
}

let sentence = '';

/** What to say when something that has no explanation of its own would have changed something. */
export function sayInDemoMode(text: string): void {
  sentence = text;
}

/** The sentence when a request would change something and must not be sent, else null. */
export function demoRefusal(method: string): string | null {
  return method !== 'GET' && isDemoMode() ? sentence : null;
}
