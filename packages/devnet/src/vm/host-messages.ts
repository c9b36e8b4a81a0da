import { type ByteReader, FormatError, hex } from '../codec/bytes.ts';
import { utf8Fault } from '../codec/utf8-fault.ts';
import { PROTOCOL } from '../protocol/current.ts';
import { API_ERROR, Trap } from './errors.ts';
import type { Host } from './host.ts';
import type { HostFunctions, Message } from './machine.ts';
import { MESSAGE_COUNT_KEY, messageChecksum, messageKey, topicKey, writeTopic } from './messages.ts';
import { isContract } from './stored.ts';
import { MESSAGE_BYTES, MESSAGE_COUNT_BYTES, topicBytes } from './stored-bytes.ts';

const ADD_TOPIC = 0;

/** Topics of contracts, and messages under them: the events of 2.x. */
export function messageFunctions(host: Host): HostFunctions {
  const { machine, frame, memory } = host;
  const { messages: limits } = PROTOCOL;
  return {
    casper_manage_message_topic: (name = 0, nameLength = 0, operation = 0, operationLength = 0) => {
      if (nameLength >>> 0 > limits.topicNameBytes) return API_ERROR.topicNameTooLong;
      const topic = utf8Text(host, name, nameLength);
      checkOperation(host, operation, operationLength);
      const contract = machine.holder(frame.context);
      if (!isContract(contract)) throw new Trap('Invalid context');
      const { topics = [] } = contract;
      if (topics.length >= limits.topicsPerContract) return API_ERROR.tooManyTopics;
      if (topics.includes(topic)) return API_ERROR.topicAlreadyRegistered;
      writeTopic(machine, frame.context, topic);
      machine.set(frame.context, { ...contract, topics: [...topics, topic].sort() }, 0);
      return 0;
    },
    casper_emit_message: (name = 0, nameLength = 0, content = 0, contentLength = 0) => {
      machine.gas.charge(machine.messages.surcharge);
      if (nameLength >>> 0 > limits.topicNameBytes) return API_ERROR.topicNameTooLong;
      if (contentLength >>> 0 > limits.messageBytes) return API_ERROR.messageTooLarge;
      const topic = utf8Text(host, name, nameLength);
      const payload = memory.parse(content, contentLength, readPayload);
      if (!send(host, topic, payload)) return API_ERROR.topicNotRegistered;
      machine.messages.surcharge += limits.increasePerMessage;
      return 0;
    },
  };
}

function send({ machine, frame }: Host, topic: string, payload: Message['payload']): boolean {
  const place = topicKey(frame.context, topic);
  const known = machine.get(place);
  if (known?.kind !== 'topic') return false;
  const { timeMs } = machine.block;
  const isNewBlock = known.blockTimeMs !== timeMs;
  const topicIndex = isNewBlock ? 0 : known.messageCount;
  const counted = machine.get(MESSAGE_COUNT_KEY);
  const blockIndex = counted?.kind === 'topic' && counted.blockTimeMs === timeMs ? counted.messageCount : 0;
  const message: Message = { contractKey: frame.context, payload, topic, topicIndex, blockIndex };
  for (let index = 1; isNewBlock && index < known.messageCount; index++) {
    machine.prune(messageKey({ contractKey: frame.context, topic, topicIndex: index }));
  }
  machine.payForBytes(topicBytes(topic) + MESSAGE_BYTES + MESSAGE_COUNT_BYTES);
  machine.set(place, { ...known, messageCount: topicIndex + 1, blockTimeMs: timeMs }, 0);
  machine.set(messageKey(message), { kind: 'message', checksum: hex(messageChecksum(message)) }, 0);
  machine.set(MESSAGE_COUNT_KEY, { kind: 'topic', name: '', messageCount: blockIndex + 1, blockTimeMs: timeMs }, 0);
  machine.messages.sent.push(message);
  return true;
}

function utf8Text({ memory }: Host, pointer: number, length: number): string {
  const bytes = memory.read(pointer, length);
  const fault = utf8Fault(bytes);
  if (fault !== null) throw new Trap(`Invalid UTF-8 string encoding: ${fault}`);
  return Buffer.from(bytes).toString('utf8');
}

function checkOperation({ memory }: Host, pointer: number, length: number): void {
  const operation = memory.read(pointer, length);
  if (operation.length !== 1 || operation[0] !== ADD_TOPIC) throw new Trap('The imputed operation is invalid');
}

function readPayload(reader: ByteReader): Message['payload'] {
  const tag = reader.u8();
  if (tag === 0) return { String: reader.text() };
  if (tag === 1) return { Bytes: hex(reader.sized()) };
  throw new FormatError('no payload of a message');
}
