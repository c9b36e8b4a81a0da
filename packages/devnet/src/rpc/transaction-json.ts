import type { KnownDeploy } from '../chain/chain.ts';
import type { Deploy } from '../codec/deploy.ts';
import { deployToJson } from '../codec/deploy-json.ts';
import type { Message } from '../vm/machine.ts';
import { topicNameHash } from '../vm/messages.ts';
import { deployInfoJson } from './deploy-info-json.ts';

/** The hash with the word for what it is: a deploy, or a transaction of version 1. */
export function transactionHashJson({ hash, transaction }: Deploy) {
  return transaction ? { Version1: hash } : { Deploy: hash };
}

export function transactionJson(deploy: Deploy) {
  return deploy.transaction ? { Version1: deploy.transaction.json } : { Deploy: deployToJson(deploy) };
}

/** A transaction with its result, which is null until it is in a block. */
export function transactionInfoJson(known: KnownDeploy) {
  return { transaction: transactionJson(known.deploy), execution_info: deployInfoJson(known).execution_info };
}

export function messageJson({ contractKey, payload, topic, topicIndex, blockIndex }: Message) {
  return {
    entity_addr: `entity-contract-${contractKey.slice(-64)}`,
    message: payload,
    topic_name: topic,
    topic_name_hash: topicNameHash(topic),
    topic_index: topicIndex,
    block_index: blockIndex,
  };
}
