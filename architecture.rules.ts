/**
 * Who may import whom. The first line that matches the file wins; what is not listed is forbidden.
 * `$1` is what the left side captured. Node's own modules are free to the server and closed to everything a browser runs.
 */
export const RULES: ReadonlyArray<readonly [files: RegExp, mayImport: string]> = [
  [/\.test\.tsx?$|\/test\//, '.'],

  // The rules know nothing but themselves, and the browser reads the calls and codes without the schema library.
  [/^packages\/domain\//, '^packages/domain/'],
  [/^packages\/contract\/src\/(calls|refusals|sentences\/)/, '^packages/contract/src/(calls|refusals)\\.ts$'],
  [/^packages\/contract\//, '^packages/(domain|contract)/|^zod$'],

  // The chain's two packages know nothing of the product.
  [/^packages\/contracts\//, '^packages/contracts/|^assemblyscript/|^node:'],
  [/^packages\/devnet\//, '^packages/devnet/|^@noble/hashes/|^node:'],

  // pages → features → ui → lib. Pages and chrome compose features; a feature never knows another.
  [
    /^apps\/web\/src\/lib\//,
    '^apps/web/src/(lib|locales)/|^packages/|^react$|^wouter(/|$)|^@lingui/|^virtual:(catalogue|texts)/|^@tanstack/|^libphonenumber-js|^idb-keyval$|^eventsource-parser$',
  ],
  [/^apps\/web\/src\/locales\//, '^apps/web/src/locales/'],
  [/^apps\/web\/src\/ui\//, '^apps/web/src/(ui|lib)/|^packages/domain/|^react(-dom)?$|^wouter(/|$)|^virtual:texts/'],
  [
    /^apps\/web\/src\/(features\/[^/]+)\//,
    '^apps/web/src/($1|ui|lib)/|^packages/|^react$|^wouter(/|$)|^@tanstack/|^virtual:texts/',
  ],
  // The frame knows the list of pages, never a page.
  [
    /^apps\/web\/src\/chrome\//,
    '^apps/web/src/((chrome|features|ui|lib)/|routes\\.tsx$)|^packages/|^react(-dom)?$|^wouter(/|$)|^@tanstack/|^virtual:texts/',
  ],
  [
    /^apps\/web\/src\/pages\//,
    '^apps/web/src/(pages|features|chrome|ui|lib)/|^packages/|^react$|^wouter(/|$)|^@tanstack/|^virtual:texts/',
  ],
  [
    /^apps\/web\/src\//,
    '^apps/web/src/|^packages/|^react|^wouter(/|$)|^@tanstack/|^@lingui/|^virtual:(catalogue|texts)/',
  ],

  // routes → service → repository → db, and ledger → db.
  [
    /^apps\/server\/src\/(startup-error|config(-transports|-chain)?|secret|create-once|seal|batch|one-by-one|remember)\.ts$/,
    '^apps/server/src/(startup-error|config-transports|config-chain|create-once)\\.ts$|^zod$|^node:',
  ],
  [/^apps\/server\/src\/db\/commands\//, '^apps/server/src/|^packages/|^kysely$|^node:'],
  [
    /^apps\/server\/src\/db\//,
    '^apps/server/src/(db/|startup-error|refusal-error)|^packages/domain/|^kysely$|^pg$|^@electric-sql/|^node:',
  ],
  [/^apps\/server\/src\/ledger\//, '^apps/server/src/(db|ledger)/|^packages/domain/|^kysely$|^node:'],
  [/^apps\/server\/src\/refusal-error\.ts$/, '^packages/(domain/|contract/src/refusals)'],
  [/^apps\/server\/src\/chain-port\.ts$/, '$^'],
  [
    /^apps\/server\/src\/outside\.ts$/,
    '^apps/server/src/(config|chain-port|db/|adapters/)|^packages/|^fastify$|^node:',
  ],
  // Only here is something of Casper known, and nothing else of it than how deploys are built and signed.
  [
    /^apps\/server\/src\/adapters\/chain-casper\.ts$/,
    '^apps/server/src/(chain-port|startup-error)|^casper-js-sdk$|^node:',
  ],
  [
    /^apps\/server\/src\/adapters\//,
    '^apps/server/src/(adapters/|outside|chain-port|config|startup-error|delivery-errors|db/|seal|secret|create-once|sms-numbers)|^packages/|^(?!apps/|packages/|casper-js-sdk)[a-z@]',
  ],
  [
    /^apps\/server\/src\/http\//,
    '^apps/server/src/(http|db)/|^apps/server/src/(refusal-error|outside|chain-port|config)|^packages/|^fastify|^@fastify/|^zod$|^csv-stringify/|^kysely$|^node:',
  ],
  // A step that use cases share is a query, which may be made of others' queries. Queries fill the outbox, because its row is
  // written in the transaction of the change.
  [
    /^apps\/server\/src\/(features\/[^/]+)\/[^/]+\.repository\.ts$/,
    '\\.repository\\.ts$|^apps/server/src/(db/|ledger/|jobs/(outbox|messages)|refusal-error|secret|sms-numbers|outside|chain-port|http/(network|language))|^packages/|^kysely$|^node:',
  ],
  [
    /^apps\/server\/src\/(features\/[^/]+)\/[^/]+\.service\.ts$/,
    '\\.repository\\.ts$|/$1/(?![^/]+\\.(service|routes)\\.ts$)|^apps/server/src/(db/|ledger/|refusal-error|outside|chain-port|seal|batch|one-by-one|jobs/(outbox|messages|notify|unsubscribe-link)|notices/|http/(idempotency|call|language|viewer))|^packages/|^node:',
  ],
  // What strangers send is decoded in a process of its own, which knows nothing of the rest.
  [
    /^apps\/server\/src\/features\/files\/picture-process\.ts$/,
    '/features/files/picture-messages\\.ts$|^sharp$|^node:',
  ],
  // The picture of a shared link is drawn here, from what the product itself keeps.
  [/^apps\/server\/src\/features\/share\/(draw-card|drawable-text)\.ts$/, '/features/share/|^sharp$'],
  // Routes and a feature's other parts: their own feature; of another its queries, its answers and its judge, never its service.
  [
    /^apps\/server\/src\/(features\/[^/]+)\//,
    '/$1/|(\\.repository|-answers|/judge-[^/]+)\\.ts$|^apps/server/src/(db|http|ledger|notices)/|^apps/server/src/(refusal-error|outside|chain-port|config|public-origin|secret|seal|startup-error|batch|one-by-one|remember|jobs/(outbox|messages|handlers|notify|unsubscribe-link))|^packages/|^fastify$|^zod$|^marked$|^@node-rs/argon2$|^node:',
  ],
  // The demo people are made through the use cases, and their pictures drawn.
  [/^apps\/server\/src\/seed\//, '^apps/server/src/|^packages/|^kysely$|^sharp$|^node:'],
  [/^apps\/server\/src\/(jobs|pages)\//, '^apps/server/src/|^packages/|^fastify|^@fastify/|^kysely$|^zod$|^node:'],
  [/^apps\/server\/src\//, '^apps/server/src/|^packages/|^fastify|^@fastify/|^pino$|^libphonenumber-js|^node:'],
];

/** Of the contract, only these may reach a browser as code; everything else as types. */
const VALUES_FOR_THE_WEB = /^packages\/contract\/src\/(calls|refusals)\.ts$/;

export type Import = { readonly target: string; readonly typeOnly: boolean };

const TEST = /\.test\.tsx?$|\/test\//;
/** The chain, its contracts and the library that signs for it are known to the server's chain feature and its adapters. */
const OF_THE_CHAIN = /^packages\/(devnet|contracts)\/|^casper-js-sdk$/;
const KNOWS_THE_CHAIN =
  /^apps\/server\/src\/(features\/chain\/|adapters\/chain(-|\.ts))|^packages\/(devnet|contracts)\//;
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
