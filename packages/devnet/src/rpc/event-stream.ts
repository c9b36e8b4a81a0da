import type http from 'node:http';
import type { Chain, ChainEvent } from '../chain/chain.ts';
import { expiresAtMs } from '../codec/deploy.ts';
import { blockJson } from './block-json.ts';
import { deployInfoJson } from './deploy-info-json.ts';
import { messageJson, transactionHashJson, transactionJson } from './transaction-json.ts';
import { PROTOCOL_VERSION } from './version.ts';

/** The number of past events that `start_from` can ask for again. */
const KEPT_MAX = 1_000;

type Told = { readonly id: number; readonly data: string };

/** The events of a node, as server-sent events. */
export class EventStream {
  readonly #kept: Told[] = [];
  readonly #listening = new Set<http.ServerResponse>();
  #next = 0;

  constructor(chain: Chain) {
    chain.listeners.add((event) => {
      for (const told of eventsOf(chain, event)) this.#tell(told);
    });
  }

  serve(request: http.IncomingMessage, response: http.ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`data:${JSON.stringify({ ApiVersion: PROTOCOL_VERSION })}\n\n`);
    const from = new URL(request.url ?? '/', 'http://localhost').searchParams.get('start_from');
    if (from !== null) for (const told of this.#kept) if (told.id >= Number(from)) response.write(lineOf(told));
    this.#listening.add(response);
    response.once('close', () => this.#listening.delete(response));
  }

  #tell(event: object): void {
    const told = { id: this.#next++, data: JSON.stringify(event) };
    this.#kept.push(told);
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
    for (const response of this.#listening) response.write(lineOf(told));
  }
}

function lineOf({ id, data }: Told): string {
  return `data:${data}\nid:${id}\n\n`;
}

function eventsOf(chain: Chain, event: ChainEvent): readonly object[] {
  if (event.kind !== 'block') {
    if (event.kind === 'accepted') return [{ TransactionAccepted: transactionJson(event.deploy) }];
    return [{ TransactionExpired: { transaction_hash: transactionHashJson(event.deploy) } }];
  }
  const { block } = event;
  const added = { BlockAdded: { block_hash: block.hash, block: blockJson(chain, block).block } };
  return [added, ...block.deployHashes.flatMap((hash) => processed(chain, hash))];
}

function processed(chain: Chain, hash: string): readonly object[] {
  const known = chain.deploy(hash);
  const info = known && deployInfoJson(known).execution_info;
  if (!known?.done || !info) return [];
  const { header } = known.deploy;
  const content = {
    transaction_hash: transactionHashJson(known.deploy),
    initiator_addr: { PublicKey: header.account },
    timestamp: header.timestamp,
    ttl: `${expiresAtMs(header) - Date.parse(header.timestamp)}ms`,
    block_hash: info.block_hash,
    execution_result: info.execution_result,
    messages: (known.done.messages ?? []).map(messageJson),
  };
  return [{ TransactionProcessed: content }];
}
