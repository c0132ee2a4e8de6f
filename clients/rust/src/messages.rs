//! Game messages in and out of `google.protobuf.Any`, and small values off the wire.

use std::fmt;
use std::time::Duration;

use prost_types::Any;

use crate::errors::RefereeClientError;

/// Most bytes of an action that a referee takes.
pub(crate) const MAX_ACTION_BYTES: usize = 65_536;

/// A generated message of a game.
pub trait GameMessage:
    prost::Message + prost::Name + Clone + fmt::Debug + Default + 'static
{
}

impl<M> GameMessage for M where
    M: prost::Message + prost::Name + Clone + fmt::Debug + Default + 'static
{
}

/// Wraps a message.
pub(crate) fn pack<M: GameMessage>(message: &M) -> Any {
    Any { type_url: M::type_url(), value: message.encode_to_vec() }
}

/// Unwraps a message of a known type.
///
/// # Errors
///
/// `UnknownMessage` if it is of another type, `Protocol` if its bytes are not what its type says.
pub(crate) fn unpack<M: GameMessage>(wrapped: &Any) -> Result<M, RefereeClientError> {
    let name = wrapped.type_url.rsplit('/').next().unwrap_or_default();
    // Compared in parts, because `full_name` makes a new string each time.
    if name.strip_prefix(M::PACKAGE).and_then(|rest| rest.strip_prefix('.')) != Some(M::NAME) {
        return Err(RefereeClientError::UnknownMessage {
            name: name.to_owned(),
            expected: M::full_name(),
        });
    }
    let mut message = M::default();
    merge(&mut message, wrapped)?;
    Ok(message)
}

/// Merges a message of the same type into another, as protobuf does.
///
/// # Errors
///
/// `Protocol` if its bytes are not what its type says.
pub(crate) fn merge<M: GameMessage>(
    message: &mut M,
    wrapped: &Any,
) -> Result<(), RefereeClientError> {
    message.merge(wrapped.value.as_slice()).map_err(|error| {
        RefereeClientError::Protocol(format!(
            "can't read {} bytes as {}: {error}",
            wrapped.value.len(),
            wrapped.type_url
        ))
    })
}

/// A duration off the wire; a negative one, which no referee sends, is taken for none at all.
pub(crate) fn duration(wire: Option<prost_types::Duration>) -> Option<Duration> {
    wire.and_then(|wire| Duration::try_from(wire).ok())
}

/// Name of a wire enum's value without its prefix; a number this version does not know as is.
pub(crate) fn enum_name<E: TryFrom<i32>>(
    number: i32,
    prefix: &str,
    name: impl Fn(&E) -> &'static str,
) -> String {
    E::try_from(number).map_or_else(
        |_| number.to_string(),
        |value| name(&value).trim_start_matches(prefix).to_owned(),
    )
}

/// A number with commas between thousands, for people.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use prost_types::Any;

    use super::*;
    use crate::games::diceman::v1::{Action, Config};
    use crate::v1::ErrorReason;

    #[test]
    fn a_message_comes_out_as_it_went_in() {
        let action = Action { dice: vec![1, 3], bad_form: false };
        let wrapped = pack(&action);
        assert_eq!(wrapped.type_url, "type.googleapis.com/gamereferee.games.diceman.v1.Action");
        assert_eq!(wrapped.value, [10, 2, 1, 3]);
        assert_eq!(unpack(&wrapped), Ok(action));
    }

    #[test]
    fn another_type_is_an_error_that_names_it() {
        let url = "type.googleapis.com/gamereferee.games.chess.v1.Observation";
        let error = unpack::<Config>(&Any { type_url: url.into(), value: vec![] }).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with(
                "no generated class for the message 'gamereferee.games.chess.v1.Observation': "
            ),
            "{said}"
        );
        let nested = "type.googleapis.com/gamereferee.games.diceman.v1.Config.Config";
        assert!(unpack::<Config>(&Any { type_url: nested.into(), value: vec![] }).is_err());
    }

    #[test]
    fn bytes_that_cannot_be_read_are_an_error_that_names_the_type() {
        let url = "type.googleapis.com/gamereferee.games.diceman.v1.Action";
        let error = unpack::<Action>(&Any { type_url: url.into(), value: vec![255] }).unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with(&format!("can't read 1 bytes as {url}: ")), "{said}");
    }

    #[test]
    fn unknown_fields_are_passed_over() {
        let url = "type.googleapis.com/gamereferee.games.diceman.v1.Action";
        let value = vec![10, 2, 1, 3, 0x98, 0x06, 7]; // field 99 = 7 at the end
        let expected = Action { dice: vec![1, 3], bad_form: false };
        assert_eq!(unpack(&Any { type_url: url.into(), value }), Ok(expected));
    }

    #[test]
    fn enum_values_lose_their_prefix_and_unknown_ones_stay_numbers() {
        let reason = |number| enum_name(number, "ERROR_REASON_", ErrorReason::as_str_name);
        assert_eq!(reason(7), "LATE");
        assert_eq!(reason(10), "WRONG_TYPE");
        assert_eq!(reason(4711), "4711");
    }

    #[test]
    fn thousands_are_grouped() {
        let texts = [0, 999, 1_000, 65_536, 1_048_576].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "65,536", "1,048,576"]);
    }

    #[test]
    fn durations_are_read() {
        let wire = prost_types::Duration { seconds: 1, nanos: 500_000_000 };
        assert_eq!(duration(Some(wire)), Some(Duration::from_millis(1500)));
        assert_eq!(duration(Some(prost_types::Duration { seconds: -1, nanos: 0 })), None);
        assert_eq!(duration(None), None);
    }
}
