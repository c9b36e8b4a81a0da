//! Reads steps, runs each on the real execution engine, and writes it with what the engine answered.
//!
//!     cargo run -- questions.jsonl answers.jsonl
//!
//! Steps of one run share a state. Accounts and limits are those of `EngineWorld` in src/test/engine-steps.ts.

mod looks;
mod names;

use std::env::args;
use std::fs::{read_to_string, write};

use casper_engine_test_support::deploy_item::DeployItem;
use casper_engine_test_support::utils::create_run_genesis_request;
use casper_engine_test_support::{ChainspecConfig, DeployItemBuilder, LmdbWasmTestBuilder, CHAINSPEC_SYMLINK};
use casper_execution_engine::engine_state::{BlockInfo, WasmV1Result};
use casper_types::account::AccountHash;
use casper_types::bytesrepr::ToBytes;
use casper_types::contract_messages::{Message, MessagePayload};
use casper_types::execution::TransformKindV2;
use casper_types::{
    AddressableEntityHash, BlockHash, BlockTime, CLType, CLValue, Digest, Gas, GenesisAccount, Motes, ProtocolVersion, PublicKey, RuntimeArgs, SecretKey, StoredValue, U512,
};
use serde_json::{json, Value};

use crate::names::Names;

const ACCOUNTS: [&str; 3] = ["owner", "rahima", "joao"];
const MOTES: u64 = 1_000_000_000_000_000_000;
const BLOCK_TIME_MS: u64 = 1_700_000_000_000;

fn main() {
    let (from, to) = (args().nth(1).expect("a file of steps"), args().nth(2).expect("a file for the answers"));
    let mut run = Value::Null;
    let mut world = World::new();
    let mut answers = String::new();
    for line in read_to_string(&from).expect("the steps").lines() {
        let mut step: Value = serde_json::from_str(line).expect("a step as JSON");
        if step["run"] != run {
            run = step["run"].clone();
            world = World::new();
        }
        world.run(&mut step);
        answers += &format!("{step}\n");
    }
    write(to, answers).expect("a file for the answers");
}

struct World {
    builder: LmdbWasmTestBuilder,
    names: Names,
    count: u8,
}

impl World {
    fn new() -> Self {
        let genesis = |name: &&str| GenesisAccount::account(public_key(name), Motes::new(MOTES), None);
        let chainspec = ChainspecConfig::from_chainspec_path(&*CHAINSPEC_SYMLINK).expect("the chainspec of the crate");
        let mut builder = LmdbWasmTestBuilder::new_temporary_with_config(chainspec);
        builder.run_genesis(create_run_genesis_request(ACCOUNTS.iter().map(genesis).collect()));
        World { builder, names: Names::default(), count: 0 }
    }

    fn run(&mut self, step: &mut Value) {
        let by = public_key(text(&step["by"])).to_account_hash();
        let item = self.deploy_item(step, by);
        let time = step["timeMs"].as_u64().unwrap_or(BLOCK_TIME_MS);
        let version = ProtocolVersion::V2_0_0;
        let block = BlockInfo::new(Digest::default(), BlockTime::new(time), BlockHash::default(), 1, version);
        let limit = Gas::new(U512::from_dec_str(text(&step["limit"])).expect("a limit"));
        let request = item.new_session_from_deploy_item(block, limit).expect("a deploy");
        self.builder.exec_wasm_v1(request).commit();
        let result = self.builder.get_last_exec_result().expect("a result");
        let error = result.error().map(ToString::to_string);
        if error.is_none() {
            self.names.remember(looks::named_keys(&self.builder, by.into()));
        }
        step["error"] = error.map_or(Value::Null, |words| json!(self.names.said(&words)));
        step["consumed"] = json!(result.consumed().to_string());
        if !result.messages().is_empty() {
            step["messages"] = result.messages().iter().map(|each| self.message(each)).collect();
        }
        let writes = writes(&result);
        if !writes.is_empty() {
            step["writes"] = json!(writes);
        }
        for look in step["stored"].as_array_mut().into_iter().flatten() {
            looks::answer(&self.builder, &self.names, look);
        }
    }

    fn deploy_item(&mut self, step: &Value, by: AccountHash) -> DeployItem {
        self.count += 1;
        let mut args = RuntimeArgs::new();
        for each in step["args"].as_array().expect("arguments") {
            args.insert_cl_value(text(&each["name"]), self.value(each));
        }
        let builder = DeployItemBuilder::new()
            .with_address(by)
            .with_authorization_keys(&[by])
            .with_standard_payment(RuntimeArgs::new())
            .with_deploy_hash([self.count; 32]);
        let builder = match (&step["wasm"], &step["module"], &step["target"]) {
            (Value::String(digits), _, _) => builder.with_session_bytes(hex::decode(digits).expect("wasm"), args),
            (_, Value::String(name), _) => builder.with_session_bytes(module(name), args),
            (_, _, target) => {
                let digits = self.names.filled(text(target)).replace("hash-", "");
                let hash: [u8; 32] = hex::decode(digits).expect("a hash").try_into().expect("32 bytes");
                builder.with_stored_session_hash(AddressableEntityHash::new(hash), text(&step["entryPoint"]), args)
            }
        };
        builder.build()
    }

    fn value(&self, arg: &Value) -> CLValue {
        let bytes = hex::decode(self.names.filled(text(&arg["hex"]))).unwrap_or_else(|_| panic!("{arg} is no argument"));
        let kind: CLType = serde_json::from_value(arg["type"].clone()).expect("a type");
        CLValue::from_components(kind, bytes)
    }

    fn message(&self, message: &Message) -> Value {
        let payload = match message.payload() {
            MessagePayload::String(text) => json!({ "String": text }),
            MessagePayload::Bytes(bytes) => json!({ "Bytes": hex::encode(bytes.inner_bytes()) }),
        };
        json!({
            "from": self.names.said(&format!("hash-{}", hex::encode(message.entity_addr().value()))),
            "topic": message.topic_name(),
            "payload": payload,
            "topicIndex": message.topic_index(),
            "blockIndex": message.block_index(),
            "checksum": hex::encode(message.checksum().expect("a checksum").value()),
        })
    }
}

/// Kind of key, kind of value, bytes, and of a contract's code the hash.
fn writes(result: &WasmV1Result) -> Vec<Value> {
    let mut writes = Vec::new();
    for transform in result.effects().transforms() {
        let key = transform.key().type_string();
        match transform.kind() {
            TransformKindV2::Write(StoredValue::ContractWasm(wasm)) => {
                let hash = hex::encode(Digest::hash(wasm.clone().take_bytes()));
                writes.push(json!([key, "ContractWasm", wasm.serialized_length() + 1, hash]));
            }
            TransformKindV2::Write(value) => writes.push(json!([key, value.type_name(), value.serialized_length()])),
            TransformKindV2::Prune(_) => writes.push(json!([key, "Prune", 0])),
            _ => {}
        }
    }
    writes
}

/// The secret key of an account is the hash of its name.
fn public_key(name: &str) -> PublicKey {
    let secret = SecretKey::ed25519_from_bytes(Digest::hash(name.as_bytes()).value()).expect("a secret key");
    PublicKey::from(&secret)
}

fn module(name: &str) -> Vec<u8> {
    if name == "garbage" {
        return b"this is no wasm".to_vec();
    }
    std::fs::read(format!("{}/../wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"))).expect("a recorded module")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
