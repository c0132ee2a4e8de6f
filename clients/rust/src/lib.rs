//! Play at a game referee: a bot is a type that answers turns with actions, the rest is here.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use referee_client::games::{Diceman, diceman::v1::Action};
//! use referee_client::{Failure, Turn, from_fn, run};
//!
//! fn act(_turn: &Turn<Diceman>) -> Result<Action, Failure> {
//!     Ok(Action { dice: vec![2, 3], ..Action::default() })
//! }
//!
//! fn main() -> ExitCode {
//!     run(|| from_fn(act))
//! }
//! ```
//!
//! [`run`] makes a process of a bot; [`RefereeClient`] plays from a larger program. [`Bot`] says what
//! a bot can receive, [`games`] has the messages of all games, [`v1`] those of the protocol;
//! [`constants`] names the numbers in messages of games.

#![warn(missing_docs)]

mod address;
mod bot;
mod chat;
mod client;
pub mod constants;
mod conversation;
mod errors;
mod fairness;
mod flags;
mod following;
mod lanes;
mod line;
mod messages;
mod numbers;
mod outbox;
mod panics;
mod place;
mod player;
mod retry;
mod run;
mod seats;
mod short;
mod stream;
mod streams;
mod thinking;
#[cfg(test)]
mod vectors;

#[allow(clippy::all, clippy::pedantic, missing_docs, rustdoc::all)]
mod protocol {
    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}

pub use address::Address;
pub use bot::{
    Bot, Clock, Failure, FnBot, Game, Match, Missed, Outcome, Rejection, SeatResult, Turn, from_fn,
};
pub use chat::{Channel, Said, Voice};
pub use client::{ClientHandle, RefereeClient};
pub use errors::RefereeClientError;
pub use fairness::{reveal_problem, start_problem, witness_problem};
pub use lanes::{Column, ColumnError, ColumnsBot, Lane, LaneAnswers, LaneTurns};
pub use messages::GameMessage;
pub use numbers::ColumnNumber;
pub use protocol::gamereferee::v1;
pub use run::{run, run_columns};

/// The games with a `.proto` file, each a type such as `Diceman`, and their messages, such as
/// `diceman::v1::Action`.
pub mod games {
    pub use crate::protocol::gamereferee::games::*;
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}
