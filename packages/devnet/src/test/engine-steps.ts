import { readFileSync } from 'node:fs';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { blake, type Bytes, concat, hex, unhex, utf8 } from '../codec/bytes.ts';
import { typeFromJson } from '../codec/cl-type.ts';
import type { CLValue } from '../codec/cl-value.ts';
import { accountKeyOf, dictionaryKey, type StateKey, urefFromText } from '../codec/keys.ts';
import { newAccount } from '../chain/purses.ts';
import { Trap } from '../vm/errors.ts';
import { Execution } from '../vm/execution.ts';
import type { Message } from '../vm/machine.ts';
import { messageChecksum, messageKey, topicKey } from '../vm/messages.ts';
import { type NamedKeys, unlessPruned, type Written } from '../vm/stored.ts';
import { WasmError } from '../wasm/wasm-error.ts';

type MessageLook = {
  readonly messagesOf: string;
  readonly topic: string;
  readonly count: number | null;
  readonly kept: readonly number[];
};

type ValueLook =
  | { readonly namedKeysOf: string; readonly names: string | null }
  | { readonly of: string; readonly key: string; readonly bytes: string | null }
  | { readonly of: string; readonly dictionary: string; readonly item: string; readonly bytes: string | null };

type Look = ValueLook | MessageLook;

/** A message of a contract, its hash, and the numbers that it has in its topic and in its block. */
export type EngineMessage = {
  readonly from: string;
  readonly topic: string;
  readonly payload: Message['payload'];
  readonly topicIndex: number;
  readonly blockIndex: number;
  readonly checksum: string;
};

/** One call, and the result that an engine had. */
export type EngineStep = {
  readonly run: string;
  readonly contract: string;
  readonly step: string;
  readonly by: string;
  /** A session, by the name of its module or as digits; otherwise a stored contract. */
  readonly module?: string;
  readonly wasm?: string;
  readonly target?: string;
  readonly entryPoint?: string;
  readonly args: ReadonlyArray<{ readonly name: string; readonly type: unknown; readonly hex: string }>;
  readonly limit: string;
  /** The time of the block, where it is not that of the other steps. */
  readonly timeMs?: number;
  readonly error: string | null;
  readonly consumed: string;
  /** The lane that the network `casper` gives such a deploy; the bytes of the deploy, its session arguments and all arguments. */
  readonly lane?: number;
  readonly sizes?: readonly number[];
  readonly storedKeys?: readonly string[];
  readonly stored?: readonly Look[];
  readonly messages?: readonly EngineMessage[];
  /** Kind of key, kind of value, bytes that were charged, and of a contract's code the hash. */
  readonly writes?: ReadonlyArray<readonly [string, string, number, string?]>;
};

const BLOCK_TIME_MS = 1_700_000_000_000;
const FOLDER = new URL('../../engine/', import.meta.url);
const [first = '{}', ...rest] = readFileSync(new URL('steps.jsonl', FOLDER), 'utf8').trim().split('\n');

export const MODULES_SHA256 = (JSON.parse(first) as { sha256: Readonly<Record<string, string>> }).sha256;
export const STEPS = rest.map((line) => JSON.parse(line) as EngineStep);

/** A module of this project as it was run by the engines. */
export function recordedModule(name: string): Bytes {
  return new Uint8Array(readFileSync(new URL(`wasm/${name}.wasm`, FOLDER)));
}

/** State in which steps are run one after the other, without payment, as the engines did. */
export class EngineWorld {
  readonly #state = new Map<StateKey, Written>();
  readonly #accounts = new Map(['owner', 'rahima', 'joao'].map((name) => [name, accountKeyOf(publicKeyOf(name))]));
  /** Addresses by the name under which the account had them, also before they changed. */
  readonly #names = new Map<string, string>();
  #count = 0;

  constructor() {
    for (const account of this.#accounts.values()) {
      for (const [key, stored] of newAccount(account, 10n ** 18n)) this.#state.set(key, stored);
    }
  }

  run(step: EngineStep, wasm: Bytes | null): Pick<EngineStep, 'error' | 'consumed' | 'messages'> {
    const account = this.#account(step.by);
    const execution = new Execution({
      seed: blake(utf8(String(this.#count++))),
      gasLimit: BigInt(step.limit),
      read: (key) => unlessPruned(this.#state.get(key)),
      block: {
        timeMs: step.timeMs ?? BLOCK_TIME_MS,
        height: 1,
        parentHash: '00'.repeat(32),
        stateRoot: '00'.repeat(32),
      },
      account,
      authorizationKeys: [account],
      mayInstall: true,
    });
    const error = this.#error(() => {
      const args = new Map(step.args.map((each) => [each.name, this.#value(each)]));
      if (wasm) execution.runSession(wasm, args);
      else execution.callFromDeploy(this.#filled(step.target ?? ''), step.entryPoint ?? '', args);
    });
    if (error === null) for (const [key, stored] of execution.writes) this.#state.set(key, stored);
    if (error === null) this.#rememberNames(account);
    const messages = error === null ? execution.messages.sent.map(messageOf) : [];
    return { error, consumed: String(execution.gas.consumed), ...(messages.length > 0 && { messages }) };
  }

  /** The answer of an engine, with the addresses that this world has. */
  answerOf({ error, consumed, messages }: EngineStep): Pick<EngineStep, 'error' | 'consumed' | 'messages'> {
    const sent = messages?.map((each) => ({ ...each, from: this.#filled(each.from) }));
    return { error: error && this.#filled(error), consumed, ...(sent && { messages: sent }) };
  }

  /** The value where a step looked, here and on an engine. */
  look(look: Look): { readonly here: unknown; readonly there: unknown } {
    if ('messagesOf' in look) {
      const { count, kept } = look;
      return { here: this.#messages(look), there: { count, kept } };
    }
    const there = 'names' in look ? look.names : look.bytes;
    return { here: this.#read(look), there: there === null ? null : this.#filled(there) };
  }

  #messages({ messagesOf, topic }: MessageLook): Pick<MessageLook, 'count' | 'kept'> {
    const contractKey = this.#filled(messagesOf);
    const known = this.#state.get(topicKey(contractKey, topic));
    const isKept = (topicIndex: number) =>
      this.#state.get(messageKey({ contractKey, topic, topicIndex }))?.kind === 'message';
    const count = known?.kind === 'topic' ? known.messageCount : null;
    return { count, kept: Array.from({ length: 16 }, (_, index) => index).filter(isKept) };
  }

  #read(look: ValueLook): string | null {
    if ('namedKeysOf' in look) {
      return Object.keys(this.#namedKeys(this.#filled(look.namedKeysOf)))
        .sort()
        .join(' ');
    }
    const keys = this.#namedKeys(this.#filled(look.of));
    const named = keys['key' in look ? look.key : look.dictionary];
    if (named === undefined) return null;
    const { address } = urefFromText(named.startsWith('uref-') ? named : `uref-${'00'.repeat(32)}-000`);
    const place = 'key' in look ? `uref-${address}` : dictionaryKey(address, utf8(this.#filled(look.item)));
    const stored = this.#state.get(place);
    return stored?.kind === 'value' ? hex(stored.bytes) : null;
  }

  /** Hashes of the code of all contracts that are stored. */
  codeHashes(): readonly string[] {
    return [...this.#state.values()].flatMap((stored) => (stored.kind === 'wasm' ? [hex(blake(stored.bytes))] : []));
  }

  #account(name: string): StateKey {
    const account = this.#accounts.get(name);
    if (account === undefined) throw new Error(`no account ${name}`);
    return account;
  }

  #namedKeys(key: StateKey): NamedKeys {
    const holder = this.#state.get(key);
    return holder?.kind === 'account' || holder?.kind === 'contract' ? holder.namedKeys : {};
  }

  #rememberNames(account: StateKey): void {
    for (const [name, key] of Object.entries(this.#namedKeys(account))) {
      const before = this.#names.get(name);
      if (before !== undefined && before !== key) this.#names.set(`${name} (before)`, before);
      this.#names.set(name, key);
    }
  }

  #value({ type, hex: digits }: EngineStep['args'][number]): CLValue {
    return { bytes: unhex(this.#filled(digits)), type: typeFromJson(type) };
  }

  /** Names in braces are hashes that the run itself made. */
  #filled(text: string): string {
    return text.replace(/\{(\w[^{}]*?)( as text)?\}/g, (_, name: string, asText?: string) => {
      const digits =
        this.#names
          .get(name)
          ?.replace(/^(hash|uref)-/, '')
          .slice(0, 64) ?? '';
      return asText ? hex(utf8(digits)) : digits;
    });
  }

  #error(run: () => void): string | null {
    try {
      run();
      return null;
    } catch (error) {
      if (error instanceof Trap || error instanceof WasmError) return error.message;
      throw error;
    }
  }
}

/** The secret key of an account is the hash of its name. */
function publicKeyOf(name: string): string {
  const der = Buffer.from(concat(unhex('302e020100300506032b657004220420'), blake(utf8(name))));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return `01${hex(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))}`;
}

function messageOf(message: Message): EngineMessage {
  const { contractKey: from, topic, payload, topicIndex, blockIndex } = message;
  return { from, topic, payload, topicIndex, blockIndex, checksum: hex(messageChecksum(message)) };
}
