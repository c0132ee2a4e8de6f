//! What the greedy bots of all languages answer (clients/vectors/README.md), for the tests.

use base64::{Engine, engine::general_purpose::STANDARD};
use prost::Message;
use serde_json::Value;

/// The cases of a game, at least one.
pub fn cases(game: &str) -> Vec<Value> {
    let path = format!("{}/../vectors/{game}_greedy.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let vectors: Value = serde_json::from_slice(&text).unwrap();
    let cases = vectors["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "no cases in {path}");
    cases
}

/// One of the messages of a case: `config`, `observation` or `action`.
pub fn message<M: Message + Default>(case: &Value, name: &str) -> M {
    let bytes = STANDARD.decode(case[format!("{name}_base64")].as_str().unwrap()).unwrap();
    M::decode(bytes.as_slice()).unwrap()
}
