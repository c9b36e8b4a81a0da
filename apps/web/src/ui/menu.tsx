import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type HelpAction, help } from '../lib/help-mode.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export type MenuItem = {
  label: string;
  icon?: IconName;
  /** The entry of the help that explains it instead of doing it. */
  help?: HelpAction;
} & ({ href: string } | { onSelect: () => void });

type Props = {
  /** The name of the button for screen readers. */
  name: string;
  button: ReactNode;
  head?: ReactNode;
  items: readonly MenuItem[];
};

const GAP_PX = 8;

/** A button with a few commands beside it. Arrows move, Escape closes and gives the focus back. */
export function Menu({ name, button, head, items }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Opens the list above all boxes of the page, since a card would cut it off.
  useLayoutEffect(() => {
    if (!open || !list.current || !opener.current) return;
    list.current.showPopover();
    place(list.current, opener.current);
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [open]);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the button and the items bubble up to here
    <div ref={root} className={styles.menu} onKeyDown={(event) => open && onMenuKey(event, close)}>
      <button
        ref={opener}
        className={styles.button}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div ref={list} className={styles.list} popover="manual">
          {head && <div className={styles.head}>{head}</div>}
          <div id={id} role="menu" aria-label={name}>
            {items.map((item) => (
              <Item key={item.label} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * Places the list below the button with the ends of both in one line, or above it where there is more room; never
 * outside the page. The list moves with the page.
 */
function place(list: HTMLElement, opener: HTMLElement): void {
  const around = opener.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const page = document.documentElement.clientWidth;
  const end = getComputedStyle(opener).direction === 'rtl' ? around.left : around.right - width;
  const left = Math.max(GAP_PX, Math.min(end, page - width - GAP_PX));
  const below = around.bottom + GAP_PX;
  const isAbove = below + height > innerHeight && around.top > innerHeight - around.bottom;
  const top = isAbove ? Math.max(GAP_PX, around.top - height - GAP_PX) : below;
  list.style.setProperty('left', `${left + scrollX}px`);
  list.style.setProperty('top', `${top + scrollY}px`);
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  );
  if ('href' in item) {
    return (
      <Link href={item.href} className={styles.item} role="menuitem" tabIndex={-1} onClick={onDone}>
        {content}
      </Link>
    );
  }
  const select = () => {
    onDone();
    item.onSelect();
  };
  return (
    <button
      {...(item.help && help(item.help))}
      type="button"
      className={styles.item}
      role="menuitem"
      tabIndex={-1}
      onClick={select}
    >
      {content}
    </button>
  );
}

function onMenuKey(event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') return close();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 };
  const target = steps[event.key];
  if (target === undefined) return undefined;
  event.preventDefault();
  items.at(target % items.length)?.focus();
  return undefined;
}
