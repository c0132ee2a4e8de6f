//! A bot for Diceman that plays by the round alone, and decides about many matches at once in columns.

use std::process::ExitCode;

use referee_client::games::{Diceman, diceman::v1::Action};
use referee_client::{Bot, ColumnsBot, Failure, LaneAnswers, LaneTurns, Turn, run_columns};

const ROUND: &str = "table.round";

/// Plays Sword and Shield in odd rounds, Magic and Priority in even ones.
struct ByRound;

impl Bot for ByRound {
    type Game = Diceman;

    fn act(&mut self, turn: &Turn<Diceman>) -> Result<Action, Failure> {
        let dice = if turn.observation.round % 2 == 1 { vec![2, 3] } else { vec![0, 1] };
        Ok(Action { dice, ..Action::default() })
    }

    fn reads_events() -> bool {
        false
    }
}

impl ColumnsBot for ByRound {
    fn columns() -> &'static [&'static str] {
        &[ROUND]
    }

    /// Answers with combination ids (DM-3.2).
    fn act_columns(&mut self, turns: &LaneTurns) -> Result<LaneAnswers<Diceman>, Failure> {
        let rounds = turns.values::<i32>(ROUND)?;
        Ok(LaneAnswers::numbers(rounds.into_iter().map(|round| if round % 2 == 1 { 5 } else { 0 })))
    }
}

fn main() -> ExitCode {
    run_columns(ByRound)
}
