import { useEffect, useRef, useState } from 'react';
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
  chain: 'help.chain',
};
const GAP_PX = 8;

type Shown = { readonly target: Element; readonly action: DemoAction };

/**
 * Stands between every marked button and what it does: pressing it, with a mouse, a finger or a key, shows what it would do.
 * Pointing at it and reaching it with the keyboard show the same.
 */
export default function DemoGuide() {
  const { t } = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => sayInDemoMode(t('help.nothingSent')), [t]);
  useExplanations(setShown);
  useEffect(() => {
    if (shown !== null && tip.current) place(tip.current, shown.target);
  }, [shown]);
  return createPortal(
    <>
      <aside className={styles.banner}>{t('help.banner')}</aside>
      <div ref={tip} className={styles.tip} popover="manual" role="status" dir="auto">
        {shown && t(EXPLANATION[shown.action])}
      </div>
    </>,
    document.body,
  );
}

function useExplanations(show: (shown: Shown | null) => void): void {
  useEffect(() => {
    document.documentElement.dataset['demoMode'] = 'on';
    const explain = (event: Event): boolean => {
      const found = markedAround(event.target);
      show(found);
      return found !== null;
    };
    const press = (event: Event) => {
      if (!explain(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const point = (event: Event) => {
      if (markedAround(event.target)) explain(event);
    };
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') show(null);
    };
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    document.addEventListener('click', press, options);
    document.addEventListener('pointerover', point, options);
    document.addEventListener('focusin', point, options);
    document.addEventListener('keydown', leave, options);
    document.addEventListener('scroll', leave, { ...options, passive: true });
    return () => {
      ending.abort();
      delete document.documentElement.dataset['demoMode'];
    };
  }, [show]);
}

function markedAround(target: EventTarget | null): Shown | null {
  const marked = target instanceof Element ? target.closest('[data-demo]') : null;
  const action = marked?.getAttribute('data-demo');
  return marked && action && action in EXPLANATION ? { target: marked, action: action as DemoAction } : null;
}

/** Below the button, or above it where there is no room, and never outside the window. */
function place(tip: HTMLElement, target: Element): void {
  tip.showPopover();
  const around = target.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = around.bottom + GAP_PX;
  const top = below + height <= innerHeight ? below : Math.max(GAP_PX, around.top - height - GAP_PX);
  const left = Math.min(Math.max(GAP_PX, around.left + (around.width - width) / 2), innerWidth - width - GAP_PX);
  tip.style.setProperty('top', `${top}px`);
  tip.style.setProperty('left', `${left}px`);
}
