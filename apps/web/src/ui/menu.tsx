import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type DemoAction, demo } from '../lib/demo-mode.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export type MenuItem = {
  label: string;
  icon?: IconName;
  /** What it does, for the help that explains it instead. */
  help?: DemoAction;
} & ({ href: string } | { onSelect: () => void });

type Props = {
  /** Said by screen readers for the button. */
  name: string;
  button: ReactNode;
  head?: ReactNode;
  items: readonly MenuItem[];
};

/** A button with a few commands below it. Arrows move, Escape closes and gives the focus back. */
export function Menu({ name, button, head, items }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [fromStart, setFromStart] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [open]);
  // Opens towards the start of the line. Where the page ends before, as in a second row of the bar, towards the end.
  useLayoutEffect(() => {
    const box = open ? list.current?.getBoundingClientRect() : undefined;
    setFromStart(box !== undefined && (box.left < 0 || box.right > document.documentElement.clientWidth));
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
        <div ref={list} className={styles.list} data-from-start={fromStart || undefined}>
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
      {...(item.help && demo(item.help))}
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
