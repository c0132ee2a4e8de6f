//! Errors a bot's author or an organizer can meet.
//!
//! ```text
//! RefereeClientError
//! ├── Address          the address can't be read
//! ├── Tls              the CA file can't be read, or the two sides do not trust each other
//! ├── Unreachable      no referee answered for as long as the client's patience
//! ├── Protocol         what came is no referee's answer, or the referee ended the stream for good
//! ├── UnknownMessage   a message of a type that the bot's game does not have
//! ├── Join             the referee refused a seat's token
//! ├── TakenOver        another process presented the token and plays the seat now
//! ├── WrongGame        the seat is one of another game than the bot's
//! └── Bot              the bot's own code failed
//! ```
//!
//! A rejected action is none of these: it is told to the bot as a `Rejection`, and play goes on.

/// Something kept the client from playing; it says what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeClientError {
    /// The address is neither `unix:/path` nor `HOST:PORT`.
    #[error("{0}")]
    Address(String),
    /// TLS can't be set up: a missing CA file, an untrusted certificate, or one side without TLS.
    #[error("{0}")]
    Tls(String),
    /// No referee answered for as long as the client's patience lasted.
    #[error("no referee at {target} for {patience} s; the last attempt: {why}")]
    Unreachable {
        /// The address.
        target: String,
        /// The patience in seconds.
        patience: String,
        /// What went wrong in the last attempt.
        why: String,
    },
    /// The other side is no referee, speaks another version, or ended the stream for good.
    #[error("{0}")]
    Protocol(String),
    /// A message came of a type that the bot's game does not have.
    #[error(
        "no generated class for the message '{name}': this bot reads '{expected}'; build it with the \
         .proto files of this referee"
    )]
    UnknownMessage {
        /// Full name of the message that came.
        name: String,
        /// Full name of the message in its place.
        expected: String,
    },
    /// The referee refused a seat's token.
    #[error("the referee refused the token {token}…: {reason}: {text}")]
    Join {
        /// The token's first four characters.
        token: String,
        /// Name of the `ErrorReason` without its prefix, such as `BAD_TOKEN`.
        reason: String,
        /// The referee's own sentence.
        text: String,
    },
    /// Another process presented the seat's token and plays it now.
    #[error("{place}: {text}")]
    TakenOver {
        /// Match and seat.
        place: String,
        /// The referee's own sentence.
        text: String,
    },
    /// The seat is one of another game than the bot's.
    #[error("{place}: this bot plays '{bot}', and the seat is one of '{seat}'")]
    WrongGame {
        /// Match and seat.
        place: String,
        /// Identifier of the bot's game.
        bot: String,
        /// Identifier of the seat's game.
        seat: String,
    },
    /// The bot's own code returned an error or panicked.
    #[error("{place}: the bot's own code failed: {what}")]
    Bot {
        /// Match, seat and turn.
        place: String,
        /// What it said, and where.
        what: String,
    },
}

impl RefereeClientError {
    /// Whether it is about one seat alone: the others are played to their end.
    #[must_use]
    pub fn is_about_a_seat(&self) -> bool {
        matches!(self, Self::Join { .. } | Self::TakenOver { .. } | Self::WrongGame { .. })
    }
}
