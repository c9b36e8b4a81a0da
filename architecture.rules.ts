/**
 * The imports each file may have. The first line that matches the file wins; unlisted imports are forbidden. `$1` is
 * the text that the left side captured. Node's own modules are free to the server and closed to all files a browser
 * runs.
 */
export const RULES: ReadonlyArray<readonly [files: RegExp, mayImport: string]> = [
  [/\.test\.tsx?$|\/test\//, '.'],

  // The rules know nothing but themselves, and the browser reads the calls and codes without the schema library.
  [/^packages\/domain\//, '^packages/domain/'],
  [/^packages\/contract\/src\/(calls|refusals)\.ts$/, '^packages/contract/src/(calls|refusals)\\.ts$'],
  [/^packages\/contract\//, '^packages/(domain|contract)/|^zod$'],
  [/^packages\/texts\//, '^packages/(texts/|contract/src/refusals\\.ts$)|^@lingui/'],

  // The chain's two packages know nothing of the product. The chain knows no contract; the build of the contracts asks it
  // which functions a node has.
  [/^packages\/contracts\/src\/check-wasm\.ts$/, '^packages/(contracts/|devnet/src/protocol/host-functions\\.ts$)'],
  [/^packages\/contracts\//, '^packages/contracts/|^assemblyscript/|^node:'],
  [/^packages\/devnet\//, '^packages/devnet/|^@noble/hashes/|^node:'],

  // pages → features → ui → lib. Pages and chrome compose features; a feature never knows another, but for the four
  // that others are written with: `files` (pictures), `waiting` (words without a network), `how-to-pay` (where money is sent) and
  // `reports` (the button on what can be reported).
  [
    /^apps\/web\/src\/lib\//,
    '^apps/web/src/lib/|^packages/|^react$|^wouter(/|$)|^virtual:catalogue/|^@tanstack/|^idb-keyval$|^eventsource-parser$|^altcha-lib(/|$)|^@noble/hashes/|^core-js/',
  ],
  [
    /^apps\/web\/src\/ui\//,
    '^apps/web/src/(ui|lib)/|^packages/domain/src/(letters|text)\\.ts$|^react(-dom)?$|^wouter(/|$)|^qr$',
  ],
  [/^apps\/web\/src\/features\/files\//, '^apps/web/src/(features/files|ui|lib)/|^packages/|^react$|^@tanstack/'],
  [
    /^apps\/web\/src\/features\/waiting\//,
    '^apps/web/src/(features/(files|waiting)|ui|lib)/|^packages/|^react$|^wouter(/|$)|^@tanstack/|^idb-keyval$',
  ],
  [
    /^apps\/web\/src\/features\/how-to-pay\//,
    '^apps/web/src/(features/how-to-pay|ui|lib)/|^packages/|^react$|^@tanstack/',
  ],
  [
    /^apps\/web\/src\/features\/reports\//,
    '^apps/web/src/(features/(files|reports)|ui|lib)/|^packages/|^react$|^@tanstack/',
  ],
  [
    /^apps\/web\/src\/(features\/[^/]+)\//,
    '^apps/web/src/($1|features/(files|how-to-pay|reports|waiting)|ui|lib)/|^packages/|^react$|^wouter(/|$)|^@tanstack/|^libphonenumber-js|^@simplewebauthn/browser$|^qr$',
  ],
  // The frame knows the list of pages, never a page.
  [
    /^apps\/web\/src\/chrome\//,
    '^apps/web/src/((chrome|features|ui|lib)/|routes\\.tsx$)|^packages/|^react(-dom)?$|^wouter(/|$)|^@tanstack/',
  ],
  [
    /^apps\/web\/src\/pages\//,
    '^apps/web/src/(pages|features|chrome|ui|lib)/|^packages/|^react$|^wouter(/|$)|^@tanstack/',
  ],
  // Fills in what old browsers lack.
  [/^apps\/web\/src\/fill-ins\//, '^apps/web/src/fill-ins/|^core-js/'],
  [/^apps\/web\/src\//, '^apps/web/src/|^packages/|^react|^wouter(/|$)|^regexparam$|^@tanstack/|^virtual:catalogue/'],

  // The server's floors are in SERVER_FLOORS; these lines list the further imports of each room.
  [/^apps\/server\/src\/errors\/refusal-error\.ts$/, '^packages/(domain/|contract/src/(refusals|challenge))'],
  [/^apps\/server\/src\/errors\//, '^apps/server/src/errors/|^node:'],
  [/^apps\/server\/src\/config\//, '^apps/server/src/(config|errors)/|^zod$|^pino$|^node:'],
  [/^apps\/server\/src\/db\//, '^apps/server/src/(db|errors)/|^packages/domain/|^kysely$|^pg$|^@electric-sql/|^node:'],
  [/^apps\/server\/src\/ledger\//, '^apps/server/src/(db|ledger)/|^packages/domain/|^kysely$|^node:'],
  [/^apps\/server\/src\/outside\/chain-port\.ts$/, '$^'],
  // These files alone know Casper, and only how deploys are built and signed.
  [
    /^apps\/server\/src\/outside\/chain-casper\.ts$/,
    '^apps/server/src/(outside/chain-port|errors/)|^casper-js-sdk$|^node:',
  ],
  [
    /^apps\/server\/src\/outside\//,
    '^apps/server/src/(outside|config|errors|db)/|^packages/|^(?!apps/|packages/|casper-js-sdk)[a-z@]',
  ],
  [
    /^apps\/server\/src\/http\//,
    '^apps/server/src/(http|db|errors|outside|config)/|^packages/|^fastify|^@fastify/|^zod$|^altcha-lib(/|$)|^csv-stringify/|^kysely$|^node:',
  ],
  // A step that use cases share is a query, which may be made of others' queries. Queries fill the outbox, because its row is
  // written in the transaction of the change.
  [
    /^apps\/server\/src\/(features\/[^/]+)\/[^/]+\.repository\.ts$/,
    '\\.repository\\.ts$|^apps/server/src/(db/|ledger/|outbox/outbox|delivery/|errors/|config/(secret|seal|keyed-hash|tokens|request-id)|outside/|http/(limits/|language))|^packages/|^kysely$|^node:',
  ],
  [
    /^apps\/server\/src\/(features\/[^/]+)\/[^/]+\.service\.ts$/,
    '\\.repository\\.ts$|/$1/(?![^/]+\\.(service|routes)\\.ts$)|^apps/server/src/(db/|ledger/|errors/|outside/|config/(secret|seal|keyed-hash|tokens)|outbox/(outbox|one-by-one)|delivery/|features/notifications/(notify|tell)\\.ts$|http/(batch|idempotency|call|language|viewer|step-up))|^packages/|^node:',
  ],
  // Files from strangers are decoded in a process of its own, which knows no other part of the server.
  [
    /^apps\/server\/src\/features\/files\/picture-process\.ts$/,
    '/features/files/picture-messages\\.ts$|^sharp$|^node:',
  ],
  [
    /^apps\/server\/src\/features\/statements\/reading\//,
    '/features/statements/reading/|^packages/domain/|^saxes$|^csv-parse(/sync)?$|^node:',
  ],
  // The pictures of a shared link are drawn here, from the product's own data.
  [
    /^apps\/server\/src\/features\/share\/(draw-card|draw-status|drawable-text|picture-parts)\.ts$/,
    '/features/share/|^sharp$',
  ],
  // Routes and a feature's other parts: their own feature; of another its queries and its answers, never its service.
  [
    /^apps\/server\/src\/(features\/[^/]+)\//,
    '/$1/|(\\.repository|-answers)\\.ts$|^apps/server/src/features/notifications/(news-of-day|tell)\\.ts$|^apps/server/src/(db|http|ledger|delivery|outbox|errors|outside|config)/|^packages/|^fastify$|^zod$|^marked$|^csv-parse/sync$|^@node-rs/argon2$|^@simplewebauthn/server$|^otpauth$|^qr$|^node:',
  ],
  [
    /^apps\/server\/src\/rendering\//,
    '^apps/server/src/(rendering|http|config|errors|outside)/|^packages/|^fastify|^@fastify/|^node:',
  ],
  // The demo people are made through the use cases, and their pictures drawn.
  [/^apps\/server\/src\/seed\//, '^apps/server/src/|^packages/|^kysely$|^sharp$|^node:'],
  [/^apps\/server\/src\/commands\//, '^apps/server/src/|^packages/|^kysely$|^node:'],
  // Jobs wait and are done here, for any feature; mails and SMS are jobs.
  [
    /^apps\/server\/src\/outbox\//,
    '^apps/server/src/(outbox|outside|db|errors|config/request-id)|^packages/domain/|^fastify$|^kysely$|^node:',
  ],
  [
    /^apps\/server\/src\/delivery\//,
    '^apps/server/src/(delivery|outbox|http|outside|db|config|errors)/|^packages/|^node:',
  ],
  [/^apps\/server\/src\//, '^apps/server/src/|^packages/|^fastify|^@fastify/|^pino$|^libphonenumber-js|^node:'],
];

/** The files of the contract that may reach a browser as code; all others reach it as types. */
const VALUES_FOR_THE_WEB = /^packages\/contract\/src\/(calls|refusals)\.ts$/;

/**
 * The rooms of `apps/server/src` from the top floor to the ground. Every import runs down: a room knows itself and the rooms
 * after it, never one before it.
 */
export const SERVER_FLOORS = [
  'main.ts',
  'serve.ts',
  'commands',
  'seed',
  'app.ts',
  'rendering',
  'jobs.ts',
  'features',
  'delivery',
  'outbox',
  'http',
  'outside',
  'ledger',
  'db',
  'config',
  'errors',
] as const;

export type Import = { readonly target: string; readonly typeOnly: boolean };

const TEST = /\.test\.tsx?$|\/test\//;
/** The chain, its contracts and the library that signs for it are known to the server's chain feature and its adapters. */
const OF_THE_CHAIN = /^packages\/(devnet|contracts)\/|^casper-js-sdk$/;
const KNOWS_THE_CHAIN =
  /^apps\/server\/src\/(features\/chain\/|outside\/chain(-|\.ts))|^packages\/(devnet|contracts)\//;
/** Rows and results are put on the wire by `mount` alone; queries and use cases know no more than the shape of an answer. */
const TYPES_OF_THE_CONTRACT_ONLY = /\.(repository|service)\.ts$/;

export function isAllowed(file: string, { target, typeOnly }: Import): boolean {
  if (!mayImportFrom(file).test(target)) return false;
  if (OF_THE_CHAIN.test(target) && !KNOWS_THE_CHAIN.test(file) && !TEST.test(file)) return false;
  if (typeOnly || TEST.test(file) || !target.startsWith('packages/contract/')) return true;
  if (file.startsWith('apps/web/')) return VALUES_FOR_THE_WEB.test(target);
  return !TYPES_OF_THE_CONTRACT_ONLY.test(file);
}

function mayImportFrom(file: string): RegExp {
  for (const [files, mayImport] of RULES) {
    const match = files.exec(file);
    if (match) return new RegExp(mayImport.replaceAll('$1', match[1] ?? ''));
  }
  return /$^/;
}
