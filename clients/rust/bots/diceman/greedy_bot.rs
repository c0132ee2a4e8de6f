//! A bot for Diceman that plays the best answer to what its opponent has picked so far (DM-9.2).
//!
//! It looks one round ahead and not at lives, and whoever knows it can lead it by the nose.

mod damage;

use std::process::ExitCode;

use damage::{COMBOS, Table, net_table};
use referee_client::games::{Diceman, diceman::v1::Action};
use referee_client::{Bot, Failure, Match, Turn, run};

#[derive(Default)]
struct GreedyBot {
    table: Table,
}

impl Bot for GreedyBot {
    type Game = Diceman;

    fn reads_events() -> bool {
        false
    }

    fn on_start(&mut self, info: &Match<Diceman>) {
        self.table = net_table(&info.config);
    }

    fn act(&mut self, turn: &Turn<Diceman>) -> Result<Action, Failure> {
        let opponent = turn.observation.pick_counts.get(1 - turn.seat());
        let counts = &opponent.ok_or("the observation lacks the opponent's picks")?.counts;
        let dice = COMBOS[best_answer(&self.table, counts)].map(|die| die as i32);
        Ok(Action { dice: dice.to_vec(), ..Action::default() })
    }
}

/// The combination that does best against an opponent with these habits, the lowest id of equals.
fn best_answer(table: &Table, counts: &[i32]) -> usize {
    let value = |row: &[i128; 6]| -> i128 {
        row.iter().zip(counts).map(|(net, count)| net * (i128::from(*count) + 1)).sum()
    };
    let values = table.each_ref().map(value);
    (1..values.len()).fold(0, |best, combo| if values[combo] > values[best] { combo } else { best })
}

fn main() -> ExitCode {
    run(GreedyBot::default)
}

#[cfg(test)]
#[path = "../vectors.rs"]
mod vectors;

#[cfg(test)]
mod tests {
    use referee_client::games::diceman::v1::{Config, Observation};

    use super::vectors::{cases, message};
    use super::*;

    #[test]
    fn it_plays_as_greedy_bots_in_all_languages() {
        for case in &cases("diceman") {
            let config: Config = message(case, "config");
            let observation: Observation = message(case, "observation");
            let action: Action = message(case, "action");
            let opponent = 1 - usize::try_from(observation.seat).unwrap();
            let combo = best_answer(&net_table(&config), &observation.pick_counts[opponent].counts);
            let dice = COMBOS[combo].map(|die| die as i32).to_vec();
            assert_eq!(dice, action.dice, "{}", case["name"]);
        }
    }
}
