import { blake, type Bytes, concat, hex, sized, text, u64, u8, unhex, utf8 } from '../codec/bytes.ts';
import type { StateKey } from '../codec/keys.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { API_ERROR } from './errors.ts';
import type { Machine, Message, Messages } from './machine.ts';
import { topicBytes } from './stored-bytes.ts';

export function noMessages(): Messages {
  return { sent: [], surcharge: 0 };
}

export function topicNameHash(topic: string): string {
  return hex(blake(utf8(topic)));
}

export function topicKey(contractKey: StateKey, topic: string): StateKey {
  return `message-topic-entity-contract-${contractKey.slice(-64)}-${topicNameHash(topic)}`;
}

export function messageKey({
  contractKey,
  topic,
  topicIndex,
}: Pick<Message, 'contractKey' | 'topic' | 'topicIndex'>): StateKey {
  return `message-entity-contract-${contractKey.slice(-64)}-${topicNameHash(topic)}-${topicIndex.toString(16)}`;
}

/** The place of the number of the block's messages. */
export const MESSAGE_COUNT_KEY = 'block-message-count-00000000000000000000000000000000000000000000000000000000000000';

export function messageChecksum({ payload, blockIndex }: Message): Bytes {
  const content =
    'String' in payload ? concat(u8(0), text(payload.String)) : concat(u8(1), sized(unhex(payload.Bytes)));
  return blake(u64(BigInt(blockIndex)), content);
}

/**
 * The topics of a new version: those of the version before and new ones, each of which is written.
 * @returns their names, or the number of an error
 */
export function carryTopics(
  machine: Machine,
  before: readonly string[],
  added: readonly string[],
  contractKey: StateKey,
): readonly string[] | number {
  if (before.length + added.length > PROTOCOL.messages.topicsPerContract) return API_ERROR.tooManyTopics;
  if (added.some((name) => before.includes(name))) return API_ERROR.topicAlreadyRegistered;
  const all = [...before, ...added].sort();
  for (const name of all) writeTopic(machine, contractKey, name);
  return all;
}

export function writeTopic(machine: Machine, contractKey: StateKey, name: string): void {
  const topic = { kind: 'topic', name, messageCount: 0, blockTimeMs: machine.block.timeMs } as const;
  machine.set(topicKey(contractKey, name), topic, topicBytes(name));
}
