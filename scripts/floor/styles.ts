import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss';
import { type Feature, featureAt, lackedBy, TABLE } from './compat.ts';
import type { Finding } from './scripts.ts';

const PROPERTIES = featureAt(TABLE.css, 'properties')!;
const AT_RULES = featureAt(TABLE.css, 'at-rules')!;
const SELECTORS = featureAt(TABLE.css, 'selectors')!;
const LENGTHS = featureAt(TABLE.css, 'types', 'length')!;
const UNITS = [
  [/[\d.](dv|sv|lv)(h|w|min|max|b|i)\b/, ['viewport_percentage_units_dynamic']],
  [/[\d.]cq(h|w|min|max|b|i)\b/, ['container_query_length_units']],
  [/[\d.]lh\b/, ['lh']],
  [/[\d.]rlh\b/, ['rlh']],
] as const;
const RANGE = /[<>=]/;
const functions = functionsIn(featureAt(TABLE.css, 'types')!);

/** Each thing of a style sheet that a browser of the floor lacks and that no line before it, and no `@supports` around it, makes good. */
export function lacksOfStyle(css: string): Finding[] {
  const found = new Map<string, Finding>();
  const add = (what: string, by: readonly string[]) => by.length > 0 && found.set(what, { what, lackedBy: by });
  postcss.parse(css).walk((node) => {
    if (isGuarded(node)) return;
    if (node.type === 'decl') {
      const lacks = lacksOfDeclaration(node);
      if (!hasFallback(node, lacks)) for (const { what, lackedBy: by } of lacks) add(what, by);
    } else if (node.type === 'atrule') atRule(node, add);
    else if (node.type === 'rule') selectors(node, add);
  });
  return [...found.values()];
}

function lacksOfDeclaration({ prop, value }: Declaration): Finding[] {
  const property = featureAt(PROPERTIES, prop);
  const keywords = (prop.startsWith('--') ? [] : [...value.matchAll(/[a-z][a-z-]*/g)]).map(
    ([word]) => [`${prop}: ${word}`, property && featureAt(property, word)] as const,
  );
  const called = [...value.matchAll(/([a-z][a-z-]*)\(/g)].map(
    ([, name]) => [`${name}()`, functions.get(name!)] as const,
  );
  const units = UNITS.flatMap(([sign, names]) => {
    const unit = sign.exec(value)?.[0].slice(1);
    return unit === undefined ? [] : [[unit, featureAt(LENGTHS, ...names)] as const];
  });
  return [[prop, property] as const, ...keywords, ...called, ...units]
    .map(([what, feature]) => ({ what, lackedBy: lackedBy(feature) }))
    .filter(({ lackedBy: by }) => by.length > 0);
}

/** A browser takes the last line of a property that it understands; with `var()` it takes any, and finds out too late. */
function hasFallback(node: Declaration, lacks: readonly Finding[]): boolean {
  if (node.value.includes('var(')) return false;
  if (node.parent?.nodes.some((each) => each.type === 'decl' && each.prop === `-webkit-${node.prop}`)) return true;
  if (lacks.some(({ what }) => what === node.prop)) return false;
  for (let before = node.prev(); before; before = before.prev()) {
    if (before.type === 'decl' && before.prop === node.prop && lacksOfDeclaration(before).length === 0) return true;
  }
  return false;
}

function atRule({ name, params }: AtRule, add: (what: string, by: readonly string[]) => void): void {
  const feature = featureAt(AT_RULES, name);
  add(`@${name}`, lackedBy(feature));
  if (name === 'media' && RANGE.test(params))
    add('@media with a range', lackedBy(featureAt(AT_RULES, 'media', 'range_syntax')));
}

function selectors({ selector }: Rule, add: (what: string, by: readonly string[]) => void): void {
  for (const [, name] of selector.matchAll(/(?<!\\)::?([a-z-]+)/g))
    add(`:${name}`, lackedBy(featureAt(SELECTORS, name!)));
}

function isGuarded(node: ChildNode): boolean {
  for (let around = node.parent; around; around = around.parent as typeof around) {
    if (around.type === 'atrule' && (around as AtRule).name === 'supports') return true;
  }
  return false;
}

/** The functions of a part of the table by their names as they are called, wherever it keeps them. */
function functionsIn(root: Feature, found = new Map<string, Feature>()): Map<string, Feature> {
  for (const [name, child] of Object.entries(root)) {
    if (name === '__compat' || typeof child !== 'object' || child === null) continue;
    if (!found.has(name) && (child as Feature).__compat) found.set(name, child as Feature);
    functionsIn(child as Feature, found);
  }
  return found;
}
