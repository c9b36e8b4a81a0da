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
import { type DemoAction, sayInDemoMode } from '../lib/demo-mode.ts';
import { type TextKey, useText } from '../lib/text.tsx';
import styles from './demo-guide.module.css';

const EXPLANATION: Record<DemoAction, TextKey> = {
  addProposal: 'help.addProposal',
  saveDraft: 'help.saveDraft',
  publish: 'help.publish',
  unpublish: 'help.unpublish',
  edit: 'help.edit',
  delete: 'help.delete',
  back: 'help.back',
  ignore: 'help.ignore',
  unignore: 'help.unignore',
  invite: 'help.invite',
  share: 'help.share',
  message: 'help.message',
  seeBackers: 'help.seeBackers',
  thank: 'help.thank',
  postUpdate: 'help.postUpdate',
  withdraw: 'help.withdraw',
  moveWithdrawal: 'help.moveWithdrawal',
  repay: 'help.repay',
  approve: 'help.approve',
  release: 'help.release',
  return: 'help.return',
  decidePayment: 'help.decidePayment',
  assign: 'help.assign',
  campaignAdd: 'help.campaignAdd',
  campaignEdit: 'help.campaignEdit',
  campaignArchive: 'help.campaignArchive',
  campaignMail: 'help.campaignMail',
  profile: 'help.profile',
  preferences: 'help.preferences',
  branding: 'help.branding',
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
};
const GAP_PX = 8;

type Shown = {
  readonly target: Element;
  readonly action: DemoAction;
  /** Only pointed at: it goes when the pointer does. */
  readonly isPointedAt: boolean;
};

/**
 * Stands between every marked button and what it does: pressing it, with a mouse, a finger or a key, shows what it would do.
 * Pointing at it and reaching it with the keyboard show the same.
 */
export default function DemoGuide() {
  const { t } = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => sayInDemoMode(t('help.nothingSent')), [t]);
  useExplanations(tip, setShown);
  useReachableButtons();
  usePlace(tip, shown);
  // What lies outside an open dialog is not read out.
  const around = shown?.target.closest('dialog[open]') ?? document.body;
  return (
    <>
      {createPortal(<aside className={styles.banner}>{t('help.banner')}</aside>, document.body)}
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
    document.documentElement.dataset['demoMode'] = 'on';
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
    const point = (event: PointerEvent) => {
      const found = markedAround(event.target);
      // Whoever points at the explanation itself reads it; presses go through it.
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
    document.addEventListener('pointerover', point, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('keydown', type, options);
    return () => {
      ending.abort();
      delete document.documentElement.dataset['demoMode'];
    };
  }, [tip, show]);
}

/** What cannot be done yet explains itself too, so it can be reached and pressed. */
function useReachableButtons(): void {
  useEffect(() => {
    const reach = () => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-demo]:disabled')) {
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
  const marked = target instanceof Element ? target.closest('[data-demo]') : null;
  const action = marked?.getAttribute('data-demo');
  if (!marked || !action || !(action in EXPLANATION)) return null;
  return { target: marked, action: action as DemoAction, isPointedAt: false };
}

/** The tip goes where its button goes: reaching a button with the keyboard also scrolls to it. */
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

/** Above the button, since what else can be done is often below it, or below where there is no room; never outside the window. */
function place(tip: HTMLElement, target: Element): void {
  const around = target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const above = around.top - height - GAP_PX;
  const top = above >= GAP_PX ? above : around.bottom + GAP_PX;
  const left = Math.min(Math.max(GAP_PX, around.left + (around.width - width) / 2), innerWidth - width - GAP_PX);
  tip.style.setProperty('top', `${top}px`);
  tip.style.setProperty('left', `${left}px`);
}
