/** An element of a statement with what is needed of it. */
export type Element = {
  readonly name: string;
  readonly currency: string;
  readonly children: Element[];
  text: string;
};

export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

export function all(element: Element | undefined, ...path: readonly string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    element === undefined ? [] : [element],
  );
}

export function textAt(element: Element | undefined, ...path: readonly string[]): string {
  return at(element, ...path)?.text.trim() ?? '';
}

/** The first of several places where versions of the format keep the same thing. */
export function firstText(...texts: readonly string[]): string {
  return texts.find((text) => text !== '') ?? '';
}
