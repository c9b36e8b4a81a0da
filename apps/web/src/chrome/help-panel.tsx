import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type HelpAction, sayInHelpMode, switchHelpMode } from '../lib/help-mode.ts';
import { type HelpTextKey, useHelpText } from '../lib/text.tsx';
import { Button } from '../ui/button.tsx';
import styles from './help-panel.module.css';

const EXPLANATION: Record<HelpAction, HelpTextKey> = {
  addProposal: 'help.addProposal',
  saveDraft: 'help.saveDraft',
  publish: 'help.publish',
  unpublish: 'help.unpublish',
  edit: 'help.edit',
  delete: 'help.delete',
  back: 'help.back',
  ignore: 'help.ignore',
  saveSearch: 'help.saveSearch',
  removeSearch: 'help.removeSearch',
  unignore: 'help.unignore',
  invite: 'help.invite',
  share: 'help.share',
  message: 'help.message',
  messages: 'help.messages',
  history: 'help.history',
  seeBackers: 'help.seeBackers',
  thank: 'help.thank',
  postUpdate: 'help.postUpdate',
  tellPaid: 'help.tellPaid',
  payWithCredit: 'help.payWithCredit',
  credit: 'help.credit',
  payOut: 'help.payOut',
  ownMoney: 'help.ownMoney',
  receipt: 'help.receipt',
  contact: 'help.contact',
  cannotPay: 'help.cannotPay',
  answerHardship: 'help.answerHardship',
  changePlan: 'help.changePlan',
  answerPlan: 'help.answerPlan',
  pause: 'help.pause',
  import: 'help.import',
  answerDefault: 'help.answerDefault',
  writeOff: 'help.writeOff',
  undoRelease: 'help.undoRelease',
  cancelBacking: 'help.cancelBacking',
  extend: 'help.extend',
  forgive: 'help.forgive',
  withdraw: 'help.withdraw',
  moveWithdrawal: 'help.moveWithdrawal',
  payoutAccount: 'help.payoutAccount',
  batch: 'help.batch',
  till: 'help.till',
  repay: 'help.repay',
  approve: 'help.approve',
  release: 'help.release',
  return: 'help.return',
  fillIn: 'help.fillIn',
  assignOfficer: 'help.assignOfficer',
  writeNote: 'help.writeNote',
  translate: 'help.translate',
  otherLoans: 'help.otherLoans',
  decidePayment: 'help.decidePayment',
  reversePayment: 'help.reversePayment',
  assign: 'help.assign',
  campaignAdd: 'help.campaignAdd',
  campaignEdit: 'help.campaignEdit',
  campaignArchive: 'help.campaignArchive',
  campaignMail: 'help.campaignMail',
  profile: 'help.profile',
  preferences: 'help.preferences',
  offer: 'help.offer',
  declineOffer: 'help.declineOffer',
  branding: 'help.branding',
  moneySettings: 'help.moneySettings',
  staff: 'help.staff',
  moneyAccount: 'help.moneyAccount',
  statement: 'help.statement',
  bookLine: 'help.bookLine',
  undoLine: 'help.undoLine',
  agreeDay: 'help.agreeDay',
  signSettlement: 'help.signSettlement',
  rate: 'help.rate',
  freeze: 'help.freeze',
  decideReport: 'help.decideReport',
  appeal: 'help.appeal',
  download: 'help.download',
  print: 'help.print',
  chain: 'help.chain',
  picture: 'help.picture',
  readAll: 'help.readAll',
  report: 'help.report',
  block: 'help.block',
  unblock: 'help.unblock',
  unsubscribe: 'help.unsubscribe',
  confirmEmail: 'help.confirmEmail',
  waitingWords: 'help.waitingWords',
  register: 'help.register',
  verify: 'help.verify',
  sendCode: 'help.sendCode',
  newPassword: 'help.newPassword',
  signIn: 'help.signIn',
  signOut: 'help.signOut',
  listen: 'help.listen',
  security: 'help.security',
};
const GAP_PX = 8;

type Shown = {
  readonly target: Element;
  readonly action: HelpAction;
  /** True when the button is only pointed at: its explanation goes when the pointer does. */
  readonly isPointedAt: boolean;
};

/**
 * Stands between every marked button and its action: pressing it, with a mouse, a finger or a key, explains the action
 * instead. Pointing at it and reaching it with the keyboard show the same.
 */
export default function HelpPanel() {
  const { t } = useHelpText();
  const [shown, setShown] = useState<Shown | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => sayInHelpMode(t('help.nothingSent')), [t]);
  useExplanations(tip, setShown);
  useReachableButtons();
  usePlace(tip, shown);
  // Parts outside an open dialog are not read out.
  const around = shown?.target.closest('dialog[open]') ?? document.body;
  return (
    <>
      {createPortal(
        <aside className={styles.banner}>
          <p>{t('help.banner')}</p>
          <Button variant="quiet" small onClick={switchHelpMode}>
            {t('help.turnOff')}
          </Button>
        </aside>,
        document.body,
      )}
      {createPortal(
        <div ref={tip} className={styles.tip} popover="manual" role="status" dir="auto">
          {shown && t(EXPLANATION[shown.action])}
        </div>,
        around,
      )}
    </>
  );
}

function useExplanations(tip: RefObject<HTMLElement | null>, show: Dispatch<SetStateAction<Shown | null>>): void {
  useEffect(() => {
    document.documentElement.dataset['helpMode'] = 'on';
    const press = (event: Event) => {
      const found = markedAround(event.target);
      show(found);
      if (!found) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const focus = (event: Event) => {
      const found = markedAround(event.target);
      if (found) show(found);
    };
    // A page that moves under a resting pointer fires `pointerover`, by which a reached button would lose its tip.
    const point = (event: PointerEvent) => {
      const found = markedAround(event.target);
      // Pointing at the explanation itself keeps it; presses go through it.
      if (tip.current && isOver(tip.current, event)) return;
      show((before) => {
        if (!found) return before?.isPointedAt ? null : before;
        return before?.target === found.target ? before : { ...found, isPointedAt: true };
      });
    };
    const type = (event: KeyboardEvent) => {
      const isSent = event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement;
      if (isSent) press(event);
      else if (event.key === 'Escape') show(null);
    };
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener('click', press, options);
    document.addEventListener('pointermove', point, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('keydown', type, options);
    return () => {
      ending.abort();
      delete document.documentElement.dataset['helpMode'];
    };
  }, [tip, show]);
}

/** A disabled button explains itself too, so it can be reached and pressed. */
function useReachableButtons(): void {
  useEffect(() => {
    const reach = () => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-help]:disabled')) {
        button.disabled = false;
      }
    };
    reach();
    const observer = new MutationObserver(reach);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
}

function isOver(element: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

function markedAround(target: EventTarget | null): Shown | null {
  const marked = target instanceof Element ? target.closest('[data-help]') : null;
  const action = marked?.getAttribute('data-help');
  if (!marked || !action || !(action in EXPLANATION)) return null;
  return { target: marked, action: action as HelpAction, isPointedAt: false };
}

/** Keeps the tip at its button: reaching a button with the keyboard also scrolls to it. */
function usePlace(tip: RefObject<HTMLElement | null>, shown: Shown | null): void {
  useLayoutEffect(() => {
    if (shown === null) return undefined;
    const follow = () => {
      if (tip.current) place(tip.current, shown.target);
    };
    tip.current?.showPopover();
    follow();
    const ending = new AbortController();
    document.addEventListener('scroll', follow, { capture: true, passive: true, signal: ending.signal });
    addEventListener('resize', follow, { signal: ending.signal });
    return () => ending.abort();
  }, [tip, shown]);
}

/**
 * Places the tip above the button, since further actions are often below it, or below where there is no room above;
 * never outside the window.
 */
function place(tip: HTMLElement, target: Element): void {
  const around = target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const above = around.top - height - GAP_PX;
  const top = above >= GAP_PX ? above : around.bottom + GAP_PX;
  const left = Math.min(Math.max(GAP_PX, around.left + (around.width - width) / 2), innerWidth - width - GAP_PX);
  tip.style.setProperty('top', `${top}px`);
  tip.style.setProperty('left', `${left}px`);
}
