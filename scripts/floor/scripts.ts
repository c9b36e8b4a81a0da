import { parseSync } from 'vite';
import { type Feature, featureAt, lackedBy, TABLE } from './compat.ts';

type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };
/** A thing that a built file uses: its name, and the browsers of the floor that lack it. */
export type Finding = { readonly what: string; readonly lackedBy: readonly string[] };

/** Objects that every page has, by the interface that they are of. */
const OBJECTS: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  crypto: 'Crypto',
  document: 'Document',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  localStorage: 'Storage',
};
const BUILTINS = featureAt(TABLE.javascript, 'builtins')!;
const REGEX = featureAt(TABLE.javascript, 'regular_expressions')!;
const SYNTAX: Readonly<Record<string, readonly string[]>> = {
  StaticBlock: ['classes', 'static', 'initialization_blocks'],
  ImportAttribute: ['statements', 'import', 'import_attributes'],
};
const PATTERNS = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[a-z]+(-[a-z]+)?:/, 'modifier'],
] as const;
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  d: ['RegExp', 'hasIndices'],
  v: ['RegExp', 'unicodeSets'],
};

/** Each thing that the script names and a browser of the floor lacks, once. The parser knows no types: a name counts where nothing old has it. */
export function lacksOfScript(code: string): Finding[] {
  const found = new Map<string, Finding>();
  const add = (what: string, by: readonly string[]) => {
    if (by.length > 0) found.set(what, { what, lackedBy: by });
  };
  const { program, errors } = parseSync('built.js', code);
  if (errors.length > 0) throw new Error(`a built script cannot be read: ${errors[0]?.message}`);
  const nodes = [...nodesIn(program as unknown as Node)];
  const declared = new Set(nodes.flatMap((node) => namesDeclaredBy(node)));
  for (const node of nodes) {
    look(node, declared, add);
    for (const fault of fieldFaults(node, declared)) add(fault.what, fault.lackedBy);
  }
  return [...found.values()];
}

function look(node: Node, declared: ReadonlySet<string>, add: (what: string, by: readonly string[]) => void): void {
  const syntax = SYNTAX[node.type];
  if (syntax) add(node.type, lackedBy(featureAt(TABLE.javascript, ...syntax)));
  if (node.type === 'Literal' && 'regex' in node) {
    const { pattern, flags } = node['regex'] as { pattern: string; flags: string };
    lookAtPattern(pattern, flags, add);
  }
  const pattern = patternOfCall(node);
  if (pattern !== undefined) lookAtPattern(pattern, '', add);
  if (node.type === 'MemberExpression') {
    const name = propertyName(node);
    if (name !== undefined) member(node['object'] as Node, name, declared, add);
  }
  for (const name of globalsNamedBy(node)) {
    if (!declared.has(name)) add(name, lackedBy(globalOf(name)));
  }
}

function lookAtPattern(pattern: string, flags: string, add: (what: string, by: readonly string[]) => void): void {
  for (const [sign, name] of PATTERNS) if (sign.test(pattern)) add(name, lackedBy(featureAt(REGEX, name)));
  for (const flag of flags) {
    const feature = FLAGS[flag];
    if (feature) add(`regular expression /${flag}`, lackedBy(featureAt(BUILTINS, ...feature)));
  }
}

/** The bundler writes a pattern that the target cannot read as a call, which then fails when it is made. */
function patternOfCall(node: Node): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  if ((node['callee'] as Node)['name'] !== 'RegExp') return undefined;
  const [first] = node['arguments'] as Node[];
  return first?.type === 'Literal' && typeof first['value'] === 'string' ? first['value'] : undefined;
}

/** A thing of all scripts by its name. */
function globalOf(name: string): Feature | undefined {
  return [
    featureAt(BUILTINS, name),
    featureAt(TABLE.api, name),
    featureAt(TABLE.api, 'Window', name),
    featureAt(TABLE.api, '_globals', name),
  ].find((feature) => feature?.__compat);
}

function member(
  of: Node,
  name: string,
  declared: ReadonlySet<string>,
  add: (what: string, by: readonly string[]) => void,
) {
  const owner = of.type === 'Identifier' && !declared.has(of['name'] as string) ? (of['name'] as string) : undefined;
  if (owner !== undefined) {
    const known = [
      featureAt(BUILTINS, owner, name),
      featureAt(TABLE.api, owner, `${name}_static`),
      OBJECTS[owner] && featureAt(TABLE.api, OBJECTS[owner], name),
      ...(/^(globalThis|window|self)$/.test(owner) ? [globalOf(name)] : []),
    ].find((feature) => feature && feature.__compat);
    if (known) return add(`${owner}.${name}`, lackedBy(known));
  }
  const lacks = (homes.get(name) ?? []).map(lackedBy);
  if (lacks.length > 0 && lacks.every((by) => by.length > 0)) add(`.${name}`, lacks[0]!);
}

/** The kinds of objects whose parts scripts call by a name alone, and whose names own objects seldom have. */
const COMMON =
  /^(Array|String|Object|Map|Set|WeakMap|Promise|RegExp|Date|Number|Function|Iterator|Uint8Array|ArrayBuffer|Error|Intl|AbortSignal|AbortController|Blob|File|Body|Response|Request|Headers|ReadableStream|URL|URLSearchParams|FormData|Node|Element|HTML\w*Element|SVGElement|EventTarget|Event|\w+Event|Document|DocumentFragment|Window|Range|Selection|CSSStyleDeclaration|DOM\w+|Storage|Crypto|SubtleCrypto|Cache|CacheStorage|Clipboard|DataTransfer|Animation|History|Location|Navigator|Performance\w*|Text\w+|Worker|Client|Clients|IDB\w+|CanvasRenderingContext2D|ImageBitmap|\w+Observer\w*|ServiceWorker\w*|FetchEvent|LockManager|MediaQueryList|XMLHttpRequest\w*)$/;

/** The features of such objects by their names. */
const homes = new Map<string, Feature[]>();
for (const root of [BUILTINS, TABLE.api]) {
  for (const [owner, interfaces] of Object.entries(root)) {
    if (!COMMON.test(owner)) continue;
    for (const [name, feature] of Object.entries(interfaces as Feature)) {
      if (!/^[a-z]\w*$/i.test(name) || /_(static|event|permission)$/.test(name)) continue;
      homes.set(name, [...(homes.get(name) ?? []), feature as Feature]);
    }
  }
}

function propertyName(node: Node): string | undefined {
  const property = node['property'] as Node;
  if (!node['computed'] && property.type === 'Identifier') return property['name'] as string;
  return property.type === 'Literal' && typeof property['value'] === 'string' ? property['value'] : undefined;
}

/** Names that are called, made or read; a name after `typeof` is only asked for. */
function globalsNamedBy(node: Node): string[] {
  const places: Readonly<Record<string, readonly string[]>> = {
    CallExpression: ['callee'],
    NewExpression: ['callee'],
    MemberExpression: ['object'],
    ClassDeclaration: ['superClass'],
    ClassExpression: ['superClass'],
    BinaryExpression: ['right'],
  };
  return (places[node.type] ?? []).flatMap((field) => {
    const child = node[field] as Node | null;
    return child?.type === 'Identifier' ? [child['name'] as string] : [];
  });
}

function namesDeclaredBy(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node['id']);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...namesIn(node['id']), ...(node['params'] as Node[]).flatMap(namesIn)];
    case 'ClassDeclaration':
      return namesIn(node['id']);
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return namesIn(node['local']);
    case 'CatchClause':
      return namesIn(node['param']);
    default:
      return [];
  }
}

function namesIn(pattern: unknown): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  return [...nodesIn(pattern as Node)]
    .filter(({ type }) => type === 'Identifier')
    .map((node) => node['name'] as string);
}

/** Two faults in fields of classes: names between parentheses (Safari before 16, WebKit 236843), and a static `name` or `length` (Chrome before 98). */
function fieldFaults(node: Node, declared: ReadonlySet<string>): Finding[] {
  if (node.type !== 'PropertyDefinition' || node['value'] === null) return [];
  const inner = [...nodesIn(node['value'] as Node)];
  const isCalled = inner.some(({ type }) => /Call|New|Arrow|Function|Sequence|Parenthesized/.test(type));
  const isNamed = inner.some((each) => each.type === 'Identifier' && declared.has(each['name'] as string));
  const key = node['static'] === true ? ((node['key'] as Node)['name'] as string) : '';
  return [
    ...(isCalled && isNamed
      ? [{ what: 'a name between parentheses in a field', lackedBy: ['safari', 'safari_ios'] }]
      : []),
    ...(key === 'name' || key === 'length' ? [{ what: `static ${key}`, lackedBy: ['chrome'] }] : []),
  ];
}

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        yield* nodesIn(child as Node);
    }
  }
}
