//! A bot for Diceman that picks one of the six combinations, uniformly (DM-9.1).

use std::process::ExitCode;

use referee_client::games::{Diceman, diceman::v1::Action};
use referee_client::{Failure, Turn, from_fn, run};

/// Picks two of the four dice.
fn act(_turn: &Turn<Diceman>) -> Result<Action, Failure> {
    let dice = fastrand::choose_multiple(0..4, 2);
    Ok(Action { dice, ..Action::default() })
}

fn main() -> ExitCode {
    run(|| from_fn(act).without_events())
}
