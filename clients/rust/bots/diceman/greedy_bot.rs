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
mod tests {
    use base64::{Engine, engine::general_purpose::STANDARD};
    use prost::Message;
    use referee_client::games::diceman::v1::{Config, Observation};
    use serde_json::Value;

    use super::*;

    fn message<M: Message + Default>(case: &Value, name: &str) -> M {
        let bytes = STANDARD.decode(case[name].as_str().unwrap()).unwrap();
        M::decode(bytes.as_slice()).unwrap()
    }

    #[test]
    fn it_plays_as_greedy_bots_in_all_languages() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/diceman_greedy.json");
        let vectors: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let cases = vectors["cases"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let config: Config = message(case, "config_base64");
            let observation: Observation = message(case, "observation_base64");
            let action: Action = message(case, "action_base64");
            let opponent = 1 - usize::try_from(observation.seat).unwrap();
            let combo = best_answer(&net_table(&config), &observation.pick_counts[opponent].counts);
            assert_eq!(
                COMBOS[combo].map(|die| die as i32).to_vec(),
                action.dice,
                "{}",
                case["name"]
            );
        }
    }
}
