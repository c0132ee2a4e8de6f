//! A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).
//!
//! It never pings, and takes no account of its party.

mod paths;
mod view;

use std::process::ExitCode;

use paths::{Cell, Travel, travel};
use referee_client::games::DiceAdventure;
use referee_client::games::dice_adventure::v1::{Action, Observation, Phase, Pings, Plan, Step};
use referee_client::{Failure, Turn, from_fn, run};
use view::{View, WALL};

/// Cost of entering a cell without a rock or trap in it (DA-9.2).
const EMPTY_COST: i32 = 2;
/// The same of one never seen.
const UNEXPLORED_COST: i32 = 3;
/// What a visible monster adds.
const MONSTER_COST: i32 = 12;
/// What a trap or rock adds for Dwarf, Giant and Human.
const TRAP_COSTS: [i32; 3] = [4, 14, 8];
const ROCK_COSTS: [i32; 3] = [120, 12, 28];

fn act(turn: &Turn<DiceAdventure>) -> Result<Action, Failure> {
    answer(&turn.observation)
}

/// Nothing to ping, and in planning the way.
fn answer(observation: &Observation) -> Result<Action, Failure> {
    if observation.phase() == Phase::Communication {
        return Ok(Action { pings: Some(Pings::default()), plan: None });
    }
    let view = View::of(observation).ok_or("the observation lacks a part")?;
    let steps = plan(&view).into_iter().map(i32::from).collect();
    Ok(Action { pings: None, plan: Some(Plan { steps }) })
}

/// Goes to the own shrine, with the key to the tower, and else explores.
fn plan(view: &View<'_>) -> Vec<Step> {
    let ways = travel(view.at, |cell| entering_cost(view, cell));
    let code = if view.has_key { "**".to_owned() } else { format!("K{}", view.member + 1) };
    let known = view.find(&code).filter(|cell| ways.costs.contains_key(cell));
    let Some(goal) = known.or_else(|| nearest_unexplored(view, &ways)) else {
        return Vec::new();
    };
    let mut path = ways.path_to(goal);
    let unexplored = path.iter().position(|cell| !view.codes.contains_key(cell));
    path.truncate(unexplored.map_or(path.len(), |place| place + 1).min(view.action_points));
    let starts = std::iter::once(&view.at).chain(&path);
    starts.zip(&path).map(|(from, to)| step(*from, *to)).collect()
}

/// Cost of entering a cell (DA-9.2); None for walls and what is off the map.
fn entering_cost(view: &View<'_>, cell: Cell) -> Option<i32> {
    let code = view.codes.get(&cell).copied();
    if code == Some(WALL) || !view.is_inside(cell) {
        return None;
    }
    let cost = match code {
        None => UNEXPLORED_COST,
        Some(code) if code.starts_with('T') => EMPTY_COST + TRAP_COSTS[view.member],
        Some(code) if code.starts_with('R') => EMPTY_COST + ROCK_COSTS[view.member],
        Some(_) => EMPTY_COST,
    };
    Some(cost + if view.monsters.contains(&cell) { MONSTER_COST } else { 0 })
}

/// The unexplored cell that costs least to get to, the first reached of equals.
fn nearest_unexplored(view: &View<'_>, ways: &Travel) -> Option<Cell> {
    let unexplored = ways.reached.iter().filter(|cell| !view.codes.contains_key(cell));
    unexplored.min_by_key(|cell| ways.costs[cell]).copied()
}

/// The step between neighbours.
fn step(from: Cell, to: Cell) -> Step {
    match (to.0 - from.0, to.1 - from.1) {
        (0, -1) => Step::Up,
        (0, 1) => Step::Down,
        (-1, 0) => Step::Left,
        _ => Step::Right,
    }
}

fn main() -> ExitCode {
    run(|| from_fn(act).without_events())
}

#[cfg(test)]
#[path = "../vectors.rs"]
mod vectors;

#[cfg(test)]
mod tests {
    use super::vectors::{cases, message};
    use super::*;

    #[test]
    fn it_plays_as_greedy_bots_in_all_languages() {
        for case in &cases("dice_adventure") {
            let observation: Observation = message(case, "observation");
            let action: Action = message(case, "action");
            assert_eq!(answer(&observation).unwrap(), action, "{}", case["name"]);
        }
    }
}
