const FLAG = 'demo-mode';
const SWITCHED = 'demo-mode-switched';

/** The action of a button, for the help that explains it instead of doing it. */
export type HelpAction =
  | 'addProposal'
  | 'saveDraft'
  | 'publish'
  | 'unpublish'
  | 'edit'
  | 'delete'
  | 'back'
  | 'ignore'
  | 'saveSearch'
  | 'removeSearch'
  | 'unignore'
  | 'invite'
  | 'share'
  | 'message'
  | 'messages'
  | 'history'
  | 'seeBackers'
  | 'thank'
  | 'postUpdate'
  | 'tellPaid'
  | 'payWithCredit'
  | 'credit'
  | 'payOut'
  | 'ownMoney'
  | 'receipt'
  | 'contact'
  | 'cannotPay'
  | 'answerHardship'
  | 'changePlan'
  | 'answerPlan'
  | 'pause'
  | 'import'
  | 'answerDefault'
  | 'writeOff'
  | 'undoRelease'
  | 'cancelBacking'
  | 'extend'
  | 'forgive'
  | 'withdraw'
  | 'moveWithdrawal'
  | 'payoutAccount'
  | 'batch'
  | 'till'
  | 'repay'
  | 'approve'
  | 'release'
  | 'return'
  | 'fillIn'
  | 'assignOfficer'
  | 'writeNote'
  | 'translate'
  | 'otherLoans'
  | 'decidePayment'
  | 'reversePayment'
  | 'assign'
  | 'campaignAdd'
  | 'campaignEdit'
  | 'campaignArchive'
  | 'campaignMail'
  | 'profile'
  | 'preferences'
  | 'offer'
  | 'declineOffer'
  | 'branding'
  | 'moneySettings'
  | 'staff'
  | 'moneyAccount'
  | 'statement'
  | 'bookLine'
  | 'undoLine'
  | 'agreeDay'
  | 'signSettlement'
  | 'rate'
  | 'freeze'
  | 'decideReport'
  | 'appeal'
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
  | 'signOut'
  | 'listen'
  | 'security';

/** Marks a button: `<Button {...help('back')}>`. In help mode pressing it explains its action. */
export function help(action: HelpAction): { readonly 'data-help': HelpAction } {
  return { 'data-help': action };
}

/** Whether help mode is on. Only this browser knows: the flag never reaches the server (specification section 1). */
export function isHelpMode(): boolean {
  return localStorage.getItem(FLAG) === 'on';
}

/** Keeps marked buttons from acting in help mode until the explanation, which comes a moment later, is there. */
export function holdUntilExplained(): void {
  if (!isHelpMode()) return;
  const { dataset } = document.documentElement;
  const hold = (event: Event) => {
    if (dataset['helpMode'] === 'on' || !(event.target as Element).closest('[data-help]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('click', hold, true);
}

/** Switches help mode and loads the page anew, so that nothing half begun is left. */
export function switchHelpMode(): void {
  if (isHelpMode()) localStorage.removeItem(FLAG);
  else localStorage.setItem(FLAG, 'on');
  sessionStorage.setItem(SWITCHED, '1');
  location.reload();
}

/** Whether help mode has just been switched: true once after each switch. */
export function takeHelpSwitch(): boolean {
  const wasSwitched = sessionStorage.getItem(SWITCHED) !== null;
  sessionStorage.removeItem(SWITCHED);
  return wasSwitched;
}

let sentence = '';

/** Sets the sentence for an action without an explanation of its own that would have changed data. */
export function sayInHelpMode(text: string): void {
  sentence = text;
}

/** The sentence when a request would change data and must not be sent, else null. */
export function helpRefusal(method: string): string | null {
  return method !== 'GET' && isHelpMode() ? sentence : null;
}
