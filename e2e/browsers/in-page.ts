/** An element as a person would name it. `name` is its accessible name or placeholder, `text` its own words. */
export type Wanted = {
  readonly selector?: string;
  readonly role?: Role;
  readonly name?: RegExp;
  readonly text?: RegExp;
  /** The last visible element of this selector holds it. */
  readonly within?: string;
};

const SELECTORS = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  heading: 'h1, h2, h3, h4, h5, h6',
  textbox: 'input, textarea',
  combobox: 'select, [role=combobox]',
  checkbox: 'input[type=checkbox], [role=checkbox], [role=switch]',
  image: 'img',
} as const;
export type Role = keyof typeof SELECTORS;

/** The same as plain data, which is all that reaches a page. */
export type Search = {
  readonly selector: string;
  readonly name: string | null;
  readonly text: string | null;
  readonly within: string | null;
};

export function searchOf({ selector, role, name, text, within }: Wanted): Search {
  return {
    selector: selector ?? (role ? SELECTORS[role] : 'body *'),
    name: name?.source ?? null,
    text: text?.source ?? null,
    within: within ?? null,
  };
}

export type Found = {
  readonly x: number;
  readonly y: number;
  readonly words: string;
  readonly value: string;
  /** Why a person could not press it, or null. */
  readonly hindrance: string | null;
};

/**
 * Finds the first visible element, brings it into view, and keeps it as `window.walked` for the functions below. It runs in
 * browsers of 2021, so it is written in what they know.
 */
export function findInPage({ selector, name, text, within }: Search): Found | null {
  const clean = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const heard = (element: Element | null) => {
    if (element === null) return '';
    const copy = element.cloneNode(true) as Element;
    for (const silent of Array.from(copy.querySelectorAll('[aria-hidden=true]'))) silent.remove();
    return clean(copy.textContent);
  };
  const namesOf = (element: Element) => {
    const pointed = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const labels = Array.from((element as HTMLInputElement).labels ?? []);
    return [
      pointed.map((id) => heard(document.getElementById(id))).join(' '),
      labels.map(heard).join(' '),
      ...['aria-label', 'placeholder', 'alt', 'title'].map((attribute) => clean(element.getAttribute(attribute))),
      /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) ? '' : heard(element),
    ].filter(Boolean);
  };
  const scopes = within === null ? [document.body] : Array.from(document.querySelectorAll(within)).filter(isVisible);
  const scope = scopes[scopes.length - 1];
  if (!scope) return null;
  const fits = (element: Element) =>
    isVisible(element) &&
    (name === null || namesOf(element).some((each) => new RegExp(name).test(each))) &&
    (text === null || new RegExp(text).test(clean(element.textContent)));
  const fitting = Array.from(scope.querySelectorAll(selector)).filter(fits);
  // A text is also that of all elements around it; the innermost is meant.
  const element = fitting.filter(
    (each) => text === null || !fitting.some((other) => other !== each && each.contains(other)),
  )[0];
  if (!element) return null;

  const look = () => {
    const box = element.getBoundingClientRect();
    const x = Math.round(box.left + box.width / 2);
    const y = Math.round(box.top + box.height / 2);
    const onTop = document.elementFromPoint(x, y);
    const isReached = onTop !== null && (element.contains(onTop) || onTop.closest('label')?.contains(element));
    return { x, y, onTop, isReached };
  };
  // Bars at the edges of the window cover what a person would scroll to its middle.
  if (!look().isReached) element.scrollIntoView({ block: 'center', behavior: 'auto' });
  const { x, y, onTop, isReached } = look();
  const page = window as unknown as { walked: Element; walkedAt: string; isPressed: boolean };
  const isStill = page.walked === element && page.walkedAt === `${x} ${y}`;
  if (page.walked !== element) element.addEventListener('click', () => (page.isPressed = true), true);
  page.isPressed = false;
  page.walked = element;
  page.walkedAt = `${x} ${y}`;
  const isDisabled = (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true';
  const hindrance = isDisabled
    ? 'is disabled'
    : onTop === null
      ? `is outside the window, at ${x}, ${y}`
      : !isReached
        ? `is covered by ${onTop.tagName.toLowerCase()} ${clean(onTop.textContent).slice(0, 40)}`
        : isStill
          ? null
          : 'moves';
  return {
    x,
    y,
    words: clean(element.textContent),
    value: String((element as HTMLInputElement).value ?? ''),
    hindrance,
  };
}

/** The press has met the element found last, or has led to another page. */
export function wasPressedInPage(): boolean {
  const { walked, isPressed } = window as unknown as { walked?: Element; isPressed?: boolean };
  return !walked || Boolean(isPressed);
}

/** Selects all that is typed in the element found last, so that typing replaces it. */
export function selectInPage(): boolean {
  const { walked } = window as unknown as { walked: HTMLInputElement };
  walked.focus();
  walked.select();
  return document.activeElement === walked;
}

/** Sets a date or a choice, whose own windows no protocol reaches, with the events of a person. */
export function setInPage(value: string): void {
  const { walked } = window as unknown as { walked: HTMLInputElement };
  const kind = walked.tagName === 'SELECT' ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(walked, value);
  walked.dispatchEvent(new Event('input', { bubbles: true }));
  walked.dispatchEvent(new Event('change', { bubbles: true }));
}
