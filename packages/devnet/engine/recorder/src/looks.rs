use casper_engine_test_support::LmdbWasmTestBuilder;
use casper_types::contracts::NamedKeys;
use casper_types::{Digest, EntityAddr, Key, StoredValue};
use serde_json::{json, Value};

use crate::names::Names;

/// More messages of one topic no step sends.
const MESSAGES: u32 = 16;

/// Looks where a step says, and writes what is there beside it.
pub fn answer(builder: &LmdbWasmTestBuilder, names: &Names, look: &mut Value) {
    let at = |field: &str| look[field].as_str().map(|text| names.filled(text));
    if let Some(holder) = at("namedKeysOf") {
        let keys = named_keys(builder, key(&holder));
        let mut sorted: Vec<&str> = keys.iter().map(|(name, _)| name.as_str()).collect();
        sorted.sort_unstable();
        look["names"] = json!(sorted.join(" "));
    } else if let (Some(holder), Some(topic)) = (at("messagesOf"), at("topic")) {
        let (count, kept) = messages(builder, key(&holder), &topic);
        look["count"] = json!(count);
        look["kept"] = json!(kept);
    } else {
        let keys = named_keys(builder, key(&at("of").expect("a holder")));
        let named = keys.get(&at("key").or(at("dictionary")).expect("a name")).copied();
        let place = match (named, at("item")) {
            (Some(Key::URef(seed)), Some(item)) => Some(Key::dictionary(seed, item.as_bytes())),
            (uref @ Some(Key::URef(_)), None) => uref,
            _ => None,
        };
        let value = place.and_then(|place| builder.query(None, place, &[]).ok());
        let bytes = match value {
            Some(StoredValue::CLValue(value)) => Some(hex::encode(value.inner_bytes())),
            _ => None,
        };
        look["bytes"] = bytes.map_or(Value::Null, |digits| json!(names.said(&digits)));
    }
}

pub fn named_keys(builder: &LmdbWasmTestBuilder, holder: Key) -> NamedKeys {
    match builder.query(None, holder, &[]) {
        Ok(StoredValue::Account(account)) => account.named_keys().clone(),
        Ok(StoredValue::Contract(contract)) => contract.named_keys().clone(),
        _ => NamedKeys::new(),
    }
}

/// How many messages a topic says that it has, and the numbers of those that are kept.
fn messages(builder: &LmdbWasmTestBuilder, contract: Key, topic: &str) -> (Option<u32>, Vec<u32>) {
    let entity = EntityAddr::SmartContract(contract.into_hash_addr().expect("a contract"));
    let hash = Digest::hash(topic.as_bytes()).value().into();
    let count = match builder.query(None, Key::message_topic(entity, hash), &[]) {
        Ok(StoredValue::MessageTopic(summary)) => Some(summary.message_count()),
        _ => None,
    };
    let is_kept = |index: &u32| builder.query(None, Key::message(entity, hash, *index), &[]).is_ok();
    (count, (0..MESSAGES).filter(is_kept).collect())
}

fn key(text: &str) -> Key {
    Key::from_formatted_str(text).expect("a key")
}
