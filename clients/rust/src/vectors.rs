//! The vectors that the tests of all languages share (clients/vectors/README.md).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::errors::RefereeClientError;

/// The file of this name.
pub(crate) fn read(name: &str) -> Value {
    let path = format!("{}/../vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_slice(&text).unwrap()
}

/// One of its lists, which has something in it.
pub(crate) fn cases(name: &str, list: &str) -> Vec<Value> {
    let cases = read(name)[list].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "no {list} in {name}.json");
    cases
}

/// Bytes in Base64.
pub(crate) fn bytes(value: &Value) -> Vec<u8> {
    STANDARD.decode(value.as_str().unwrap()).unwrap()
}

/// What the vectors call an error.
pub(crate) fn error_name(error: &RefereeClientError) -> &'static str {
    match error {
        RefereeClientError::Address(_) => "AddressError",
        RefereeClientError::Tls(_) => "TlsError",
        RefereeClientError::Unreachable { .. } => "UnreachableError",
        RefereeClientError::Protocol(_) => "ProtocolError",
        other => panic!("no vector has {other}"),
    }
}
